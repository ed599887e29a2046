"""What programs do as async code within one task: call and offload either color, lock, bind, and call sync code."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import duotone
from duotone import scope
from tests.model.crossings import LIMITS, crossed_async, dressed
from tests.model.places import VARIABLES
from tests.model.sharing import locked_async, pool_for
from tests.model.verbs import PAUSES, async_verb, callee, execute, execute_async, is_to_be_swallowed

if TYPE_CHECKING:
    from tests.model.places import Place
    from tests.model.programs import Node


@async_verb("pause")
async def _pause_async(node: Node, _place: Place) -> None:
    await asyncio.sleep(PAUSES[node.choice])


@async_verb("sequence")
async def _sequence_async(node: Node, place: Place) -> None:
    for child in node.children:
        await execute_async(child, place)


@async_verb("attempt")
async def _attempt_async(node: Node, place: Place) -> None:
    try:
        await execute_async(node.children[0], place)
    except BaseException as error:
        if not is_to_be_swallowed(error, place):
            raise


@async_verb("scope")
async def _scope_async(node: Node, place: Place) -> None:
    value, before = place.root.ledger.fresh(), place.values.now[1]
    async with scope({VARIABLES[1]: value}):
        place.values.set(1, value)
        try:
            await execute_async(node.children[0], place)
        finally:
            place.values.set(1, before)


@async_verb("lock", "shared_lock")
async def _lock_async(node: Node, place: Place) -> None:
    async with locked_async(node, place) as inner:
        await execute_async(node.children[0], inner)


@async_verb("inline")
async def _inline(node: Node, place: Place) -> None:
    execute(node.children[0], place)


@async_verb("call")
async def _call(node: Node, place: Place) -> None:
    child = node.children[0]
    inner = (
        place.across(node, owner=place.owner) if child.is_async else place.across(node, loop="none", home=place.loop)
    )
    entry = place.open(node)
    function = dressed(callee(child, inner, entry), node, is_async=child.is_async)
    await crossed_async(place, inner, entry, lambda: duotone.call(function, timeout=LIMITS[node.limit]))


@async_verb("offload")
async def _offload(node: Node, place: Place) -> None:
    child = node.children[0]
    pool, refusal = pool_for(node, place)
    jobs = place.jobs if pool is None else (*place.jobs, pool)
    inner = place.across(node, loop="apart" if child.is_async else "none", home=place.loop, jobs=jobs)
    entry = place.open(node, refusal=refusal)
    function = callee(child, inner, entry)
    await crossed_async(place, inner, entry, lambda: duotone.offload(function, pool=pool, timeout=LIMITS[node.limit]))
