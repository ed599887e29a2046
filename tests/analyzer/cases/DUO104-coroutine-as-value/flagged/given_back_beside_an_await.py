"""Helpers await something, or ask for coroutines, and give back what they are given as it is all the same."""

import asyncio
import inspect


async def count(shelf: str) -> dict[str, int]:
    await asyncio.sleep(0)
    return {shelf: len(shelf)}


async def after_a_while(value):
    await asyncio.sleep(1)
    kept = value
    return kept


async def asked_for_nothing(value):
    if inspect.isawaitable(value):
        await asyncio.sleep(1)
    return value


async def beside_another(value, other):
    if inspect.isawaitable(other):
        other = await other
        return other
    return value


async def instead_of_another(shelf: str, value):
    if inspect.isawaitable(value):
        value = await value
    if not value:
        value = count(shelf)  # expect: DUO107
    return value


async def in_an_expression(value, default):
    return value if inspect.isawaitable(value) else await default


async def count_all() -> None:
    print((await after_a_while(count("a")))["a"])  # expect: DUO104
    print((await asked_for_nothing(count("b")))["b"])  # expect: DUO104
    print((await beside_another(count("c"), None))["c"])  # expect: DUO104
    print((await instead_of_another("d", None))["d"])
    print((await in_an_expression(count("e"), None))["e"])  # expect: DUO104
