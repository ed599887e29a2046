"""Who casts an awaitable to a future uses it as one, and who can't await it hands it to somebody who takes both."""

import asyncio
from asyncio import Future, ensure_future
from collections.abc import Awaitable
from typing import Any, cast


class Loader:
    def load(self, key: int) -> Awaitable[int]:
        return asyncio.get_running_loop().create_future()


async def main(loader: Loader, pending: Awaitable[int]) -> None:
    value = cast("Future[Any]", loader.load(1))
    value.cancel()
    ensure_future(pending).cancel()
    other = cast("Future[Any]", loader.load(2))
    assert other.result() == 1
    one = asyncio.ensure_future(loader.load(3))
    one.cancel()


async def resolve(node: Any) -> str:
    return str(await node)


def resolve_any(node: Any) -> str:
    if asyncio.iscoroutine(node):
        return cast("str", resolve(node))
    return str(node)
