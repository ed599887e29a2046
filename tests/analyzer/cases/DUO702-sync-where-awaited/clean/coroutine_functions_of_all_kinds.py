"""What is given is awaitable when called: coroutine functions, partials, methods, callables, lambdas."""

import asyncio
import functools
from collections.abc import Awaitable, Callable


async def repeat(action: Callable[[], Awaitable[int]]) -> int:
    return await action() + await action()


async def one() -> int:
    await asyncio.sleep(0)
    return 1


async def add(left: int, right: int) -> int:
    await asyncio.sleep(0)
    return left + right


def passthrough():
    return one()


def as_task() -> "asyncio.Task[int]":
    return asyncio.create_task(one())


class Adder:
    async def __call__(self) -> int:
        return await add(1, 2)

    async def twice(self) -> int:
        return await self() * 2


async def main() -> list[int]:
    adder = Adder()
    return [
        await repeat(one),
        await repeat(functools.partial(add, 1, 2)),
        await repeat(adder),
        await repeat(adder.twice),
        await repeat(passthrough),
        await repeat(as_task),
        await repeat(lambda: add(1, 2)),
    ]
