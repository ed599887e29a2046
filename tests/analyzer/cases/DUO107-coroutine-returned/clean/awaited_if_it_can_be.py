"""A helper awaits what it is given where that can be awaited, and gives it back as it is where it can't."""

import asyncio
import inspect


async def resolved(value):
    if inspect.isawaitable(value):
        return await value
    return value


class Checkers:
    async def is_retryable(self, context: str) -> bool:
        await asyncio.sleep(0)
        return bool(context)


class Conditions:
    def __init__(self) -> None:
        self._most = {"a": True}
        self._others = Checkers()

    async def is_retryable(self, context: str) -> bool:
        return context in self._most and await resolved(self._others.is_retryable(context))

    async def is_wanted(self, context: str):
        return await resolved(self._others.is_retryable(context))


async def main(conditions: Conditions) -> None:
    if await conditions.is_retryable("a") and await conditions.is_wanted("a"):
        print("again")
