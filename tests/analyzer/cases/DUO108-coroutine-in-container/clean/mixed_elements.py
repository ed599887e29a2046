"""A container of coroutines and plain values is sorted out by its reader."""

import asyncio
import inspect


async def remote(name: str) -> str:
    await asyncio.sleep(0)
    return name


async def resolve(values: list[object]) -> list[object]:
    return [await value if inspect.isawaitable(value) else value for value in values]


async def page() -> list[object]:
    return await resolve(["title", remote("body"), 3, remote("footer")])


async def context() -> dict[str, object]:
    pending = {"a": remote("a"), "b": "plain"}
    return {name: (await value if asyncio.iscoroutine(value) else value) for name, value in pending.items()}
