"""A decorator with a wrapper for each color takes the plain one for an async generator, which is no coroutine function."""

import asyncio


def quiet(function):
    async def in_turn(*args):
        try:
            return await function(*args)
        except OSError:
            return None

    def at_once(*args):
        try:
            return function(*args)
        except OSError:
            return None

    return in_turn if asyncio.iscoroutinefunction(function) else at_once


@quiet
async def parts(lines):
    async for line in lines:
        yield line


async def opened(lines):
    await asyncio.sleep(0)
    return parts(lines)


async def show(lines) -> None:
    async for part in await opened(lines):
        print(part)
