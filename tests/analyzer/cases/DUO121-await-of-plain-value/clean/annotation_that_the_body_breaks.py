"""The annotation names the result, and the body gives a coroutine."""

import asyncio
from collections.abc import AsyncIterator
from typing import Literal, Union, overload


async def load(number: int) -> str:
    await asyncio.sleep(0)
    return str(number)


def dispatch(number: int) -> Union[str, AsyncIterator[str]]:
    return load(number)  # type: ignore[return-value]


class Flow:
    @overload
    def run(self, number: int, stream: Literal[False] = False) -> str: ...

    @overload
    def run(self, number: int, stream: Literal[True] = True) -> AsyncIterator[str]: ...

    def run(self, number: int, stream: bool = False) -> Union[str, AsyncIterator[str]]:
        if stream:
            return load(number)  # type: ignore[return-value]
        return str(number)


async def main(flow: Flow) -> None:
    await dispatch(1)
    await flow.run(1, stream=True)


def later(number: int, *, lazily: bool) -> str:
    response = load(number) if lazily else str(number)
    if asyncio.iscoroutine(response):

        async def wrapped() -> str:
            return (await response).upper()

        return asyncio.run(wrapped())
    return response
