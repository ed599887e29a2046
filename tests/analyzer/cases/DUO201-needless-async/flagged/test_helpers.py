"""The helpers of tests are async for nothing, too, where everybody awaits them by name."""

import asyncio


async def assert_sorted(names: list[str]) -> None:  # expect: DUO201
    assert names == sorted(names)


async def _fetch(name: str) -> str:
    await asyncio.sleep(0)
    return name


async def test_names_are_sorted() -> None:
    names = [await _fetch("a"), await _fetch("b")]
    await assert_sorted(names)
