"""A decorator with a wrapper for each color takes the async one for an async function."""

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
async def first(lines):
    await asyncio.sleep(0)
    return lines[0]


async def opened(lines):
    await asyncio.sleep(0)
    return first(lines)  # expect: DUO107


async def show(lines) -> None:
    print((await opened(lines)).upper())
