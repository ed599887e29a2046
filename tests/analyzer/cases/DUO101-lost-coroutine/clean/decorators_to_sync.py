"""Decorators turn the coroutine function into a plain one, so calling it is enough."""

import asyncio
import functools

import click
from asgiref.sync import async_to_sync


def coroutine_command(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return asyncio.run(function(*args, **kwargs))

    return wrapper


def synchronous(loop_factory=None):
    def decorate(function):
        def wrapper(*args, **kwargs):
            with asyncio.Runner(loop_factory=loop_factory) as runner:
                return runner.run(function(*args, **kwargs))

        return functools.update_wrapper(wrapper, function)

    return decorate


@click.command()
@coroutine_command
async def export() -> None:
    await asyncio.sleep(0)


@synchronous()
async def reload() -> None:
    await asyncio.sleep(0)


@async_to_sync
async def notify(text: str) -> None:
    await asyncio.sleep(0)


async def push(text: str) -> None:
    await asyncio.sleep(0)


push_now = async_to_sync(push)


def main() -> None:
    export()
    reload()
    notify("done")
    push_now("done")
    async_to_sync(push)("done")
