"""Decorators of the project that fit plain functions too: on a thread is where the framework runs what they give."""

import asyncio
import functools
import inspect
import time

from fastapi import FastAPI
from fastapi.concurrency import run_in_threadpool

app = FastAPI()


def logged(func):
    if inspect.iscoroutinefunction(func):

        @functools.wraps(func)
        async def awaiting(*args, **kwargs):
            return await func(*args, **kwargs)

        return awaiting

    @functools.wraps(func)
    def wrapper(*args, **kwargs):
        return func(*args, **kwargs)

    return wrapper


def counted(name: str):
    def decorator(func):
        @functools.wraps(func)
        def wrapper(*args, **kwargs):
            print(name)
            return func(*args, **kwargs)

        return wrapper

    return decorator


def guarded(func):
    @functools.wraps(func)
    async def wrapper(*args, **kwargs):
        if asyncio.iscoroutinefunction(func):
            return await func(*args, **kwargs)
        return await run_in_threadpool(func, *args, **kwargs)

    return wrapper


def traced(func):
    @functools.wraps(func)
    async def wrapper(*args, **kwargs):
        return await func(*args, **kwargs)

    return wrapper


@app.get("/logged")
@logged
async def of_either_color() -> str:  # expect: DUO204
    time.sleep(1)
    return "done"


@app.get("/counted")
@counted("calls")
async def below_a_plain_wrapper() -> str:  # expect: DUO204
    time.sleep(1)
    return "done"


@app.get("/guarded")
@guarded
async def on_a_thread_by_the_wrapper() -> str:  # expect: DUO204
    time.sleep(1)
    return "done"


@traced
@app.get("/traced")
async def registered_before_it_is_wrapped() -> str:  # expect: DUO204
    time.sleep(1)
    return "done"
