"""What programs do with tasks of their own: gather, cancel, leave running, limit."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from tests.model.ledger import Failure
from tests.model.verbs import PAUSES, async_verb, callee, execute_async

if TYPE_CHECKING:
    from tests.model.ledger import Entry, Ledger
    from tests.model.places import Place
    from tests.model.programs import Node


async def _contained(node: Node, place: Place, entry: Entry) -> BaseException | None:
    """Execute a node, and return its error, so that asyncio has nothing to report when nobody asks for it."""
    try:
        await callee(node, place, entry)()
    except asyncio.CancelledError:
        raise
    except BaseException as error:  # noqa: BLE001  # judged by whoever settles the task
        return error
    return None


def _settle(ledger: Ledger, entry: Entry, error: BaseException | None) -> None:
    if error is None:
        ledger.returned(entry, entry.value)
    else:
        ledger.raised(entry, error)


def _settle_task(ledger: Ledger, entry: Entry, task: asyncio.Task[BaseException | None]) -> None:
    _settle(ledger, entry, asyncio.CancelledError() if task.cancelled() else task.result())


@async_verb("gather")
async def _gather(node: Node, place: Place) -> None:
    ledger = place.root.ledger
    entries = [place.open(replace(child, limit="none")) for child in node.children]
    branches = zip(node.children, entries, strict=True)
    coroutines = [_contained(child, place.branch(), entry) for child, entry in branches]
    try:
        errors = list(await asyncio.gather(*coroutines, return_exceptions=True))
    except asyncio.CancelledError as cancelled:
        for entry in entries:
            ledger.raised(entry, cancelled)
        raise
    for entry, error in zip(entries, errors, strict=True):
        _settle(ledger, entry, error)
    if raised := [error for error in errors if error is not None]:
        raise raised[0]


@async_verb("cancelled")
async def _cancelled(node: Node, place: Place) -> None:
    child = node.children[0]
    inner = place.branch(is_doomed=True)
    entry = place.open(replace(child, limit="none"), also=(asyncio.CancelledError,))
    task = asyncio.ensure_future(_contained(child, inner, entry))
    task.add_done_callback(partial(_settle_task, place.root.ledger, entry))
    try:
        await asyncio.sleep(PAUSES[node.choice])
    finally:
        task.cancel()
        await _wait_out(task)


async def _wait_out(task: asyncio.Task[Any]) -> None:
    """Wait until a task is done, cancelled or not: asyncio forgets what is started, and left, while its loop ends."""
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.wait({task})
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        raise cancelled


@async_verb("spawn")
async def _spawn(node: Node, place: Place) -> None:
    child = node.children[0]
    is_doomed = place.loop != "bridge"  # the shared loop lives on; others end with whoever made them
    # asyncio forgets what is started while its loop ends, which it may do here already.
    if is_doomed and (place.is_detached or place.is_doomed):
        await execute_async(child, place)
        return
    inner = place.branch(is_doomed=is_doomed, is_detached=True)
    entry = place.open(replace(child, limit="none"), also=(asyncio.CancelledError,) if is_doomed else ())
    task = asyncio.ensure_future(_contained(child, inner, entry))
    task.add_done_callback(partial(_settle_task, place.root.ledger, entry))
    place.root.background.append(task)


@async_verb("within")
async def _within(node: Node, place: Place) -> None:
    try:
        async with asyncio.timeout(PAUSES[node.choice]):
            try:
                await execute_async(node.children[0], replace(place, is_doomed=True))
            finally:
                # Time that is up during a nested wait is told at the next await, or else, before 3.13, too late.
                await asyncio.sleep(0)
    except TimeoutError as error:
        raise Failure from error


@async_verb("cancel_itself")
async def _cancel_itself(_node: Node, place: Place) -> None:
    if place.is_doomed:
        return
    task = asyncio.current_task()
    assert task is not None
    task.cancel()
    try:
        await asyncio.sleep(0)
    finally:
        task.uncancel()


@async_verb("stubborn")
async def _stubborn(_node: Node, _place: Place) -> None:
    for _ in range(2):
        try:
            await asyncio.sleep(0.001)
        except asyncio.CancelledError:
            continue
