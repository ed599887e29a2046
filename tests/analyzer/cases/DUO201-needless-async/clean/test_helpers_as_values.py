"""Functions within functions and in tests that are given away, scheduled, or stand for something else."""

import asyncio
from collections.abc import Awaitable, Callable


def returned(prefix: str) -> Callable[[str], Awaitable[str]]:
    async def greet(name: str) -> str:
        return prefix + name

    return greet


async def given(names: list[str]) -> list[str]:
    async def lower(name: str) -> str:
        return name.lower()

    async def upper(name: str) -> str:
        return name.upper()

    async def strip(name: str) -> str:
        return name.strip()

    task = asyncio.create_task(upper("a"))
    await strip("b")
    table = {"strip": strip}
    found = await asyncio.gather(*map(lower, names))
    return [*found, await task, await table["strip"](" c ")]


async def fake_fetch(name: str) -> str:
    return name


async def unused_fake(name: str) -> str:
    return name


async def test_a_fake_is_used(monkeypatch) -> None:
    monkeypatch.setattr("shop.fetch", fake_fetch)
    assert await fake_fetch("a") == "a"


class FakeStore:
    async def load(self, name: str) -> str:
        return name


async def test_a_store(store: FakeStore) -> None:
    assert await store.load("a") == "a"
