"""A decorator of the project awaits what the route gives, so that the framework sees its wrapper: no thread is used."""

import asyncio
import functools
import time
from collections.abc import Awaitable, Callable
from typing import Any, ParamSpec, TypeVar

from fastapi import Depends, FastAPI

P = ParamSpec("P")
R = TypeVar("R")

app = FastAPI()


def require_permission(permission: str) -> Callable:
    def decorator(func: Callable) -> Callable:
        @functools.wraps(func)
        async def wrapper(*args, **kwargs: dict[str, Any]):
            if permission not in kwargs.get("granted", ()):
                raise PermissionError(permission)
            return await func(*args, **kwargs)

        setattr(wrapper, "_permission", permission)
        return wrapper

    return decorator


def traced(func: Callable[P, Awaitable[R]]) -> Callable[P, Awaitable[R]]:
    @functools.wraps(func)
    async def wrapper(*args: P.args, **kwargs: P.kwargs) -> R:
        result = await func(*args, **kwargs)
        print(func.__name__)
        return result

    return wrapper


def within(seconds: float):
    def decorator(func):
        @functools.wraps(func)
        async def wrapper(*args, **kwargs):
            return await asyncio.wait_for(func(*args, **kwargs), seconds)

        return wrapper

    return decorator


def build(month: str) -> str:
    time.sleep(1)
    return month


@app.get("/traces")
@require_permission("admin")
async def traces(month: str) -> str:
    time.sleep(1)  # expect: DUO301
    return month


@app.get("/report")
@traced
async def report(month: str) -> str:
    return build(month)  # expect: DUO302


@app.get("/spans")
@within(3)
async def spans(month: str) -> str:
    time.sleep(1)  # expect: DUO301
    return month


@traced
async def newest() -> str:
    time.sleep(1)  # expect: DUO301
    return "May"


@app.get("/newest")
def show(month: str = Depends(newest)) -> str:
    return month
