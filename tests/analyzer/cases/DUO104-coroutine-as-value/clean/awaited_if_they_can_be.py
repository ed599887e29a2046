"""Helpers await what they are given where that can be awaited, and give back everything else as it is."""

import asyncio
import inspect


async def count(shelf: str) -> dict[str, int]:
    await asyncio.sleep(0)
    return {shelf: len(shelf)}


async def by_another_name(value):
    if inspect.isawaitable(value):
        awaited = await value
        return awaited
    return value


async def by_its_own_name(value):
    if asyncio.iscoroutine(value):
        value = await value
    return value


async def by_the_inverted_test(value):
    if not inspect.isawaitable(value):
        return value
    found = await value
    return found


async def in_both_branches(value: object):
    if hasattr(value, "__await__"):
        found = await value
    else:
        found = value
    return found


async def in_one_expression(value):
    return await value if inspect.isawaitable(value) else value


async def in_one_assignment(value):
    found = (await value) if inspect.isawaitable(value) else value
    return found


async def within_a_time(value, seconds: float = 3.0):
    if asyncio.iscoroutine(value):
        value = await asyncio.wait_for(asyncio.shield(value), seconds)
    return value


async def as_a_task(value):
    if not asyncio.iscoroutine(value):
        return value
    task = asyncio.create_task(value)
    found: dict[str, int] = await task
    return found


async def by_its_error(value):
    try:
        found = await value
    except TypeError:
        found = value
    return found


async def by_its_error_alone(value):
    try:
        value = await value
    except TypeError:
        pass
    return value


async def through_a_copy(value):
    found = value
    while inspect.isawaitable(found):
        found = await found
    return found


async def called(function, *args):
    result = function(*args)
    if inspect.isawaitable(result):
        result = await result
    return result


class Helpers:
    async def settle(self, value):
        if inspect.isawaitable(value):
            return dict(await value)
        return value


async def count_all(helpers: Helpers) -> list[int]:
    found = [(await by_another_name(count("a")))["a"], (await by_its_own_name(count("b")))["b"]]
    found += [(await by_the_inverted_test(count("c")))["c"], (await in_both_branches(count("d")))["d"]]
    found += [(await in_one_expression(count("e")))["e"], (await in_one_assignment(count("f")))["f"]]
    found += [(await within_a_time(count("g")))["g"], (await as_a_task(count("h")))["h"]]
    found += [(await by_its_error(count("i")))["i"], (await by_its_error_alone(count("j")))["j"]]
    found += [(await through_a_copy(count("k")))["k"], (await called(count, "l"))["l"]]
    found += [(await helpers.settle(count("m")))["m"]]
    return found
