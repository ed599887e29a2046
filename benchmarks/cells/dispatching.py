"""Cost of calling a handler of either color, per handler, beside calling it directly in its own color."""

from __future__ import annotations

import asyncio
import importlib
import inspect
from typing import TYPE_CHECKING, Any

from benchmarks.cells.serving import serve, serve_async

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

HANDLERS = 100


def sync_handler(event: object) -> object:
    """Take an event in the sync color."""
    return event


async def async_handler(event: object) -> object:
    """Take an event in the async color."""
    return event


SYNC: list[Callable[[object], Any]] = [sync_handler] * HANDLERS
ASYNC: list[Callable[[object], Any]] = [async_handler] * HANDLERS


def call_directly() -> None:
    """Call each sync handler as it is: the floor."""
    for handler in SYNC:
        handler(1)


async def await_directly() -> None:
    """Await each async handler as it is: the floor."""
    for handler in ASYNC:
        await handler(1)


async def ask_each_time() -> None:
    """Ask ``inspect.iscoroutinefunction`` at every call."""
    for handler in ASYNC:
        if inspect.iscoroutinefunction(handler):
            await handler(1)
        else:
            handler(1)


async def look_at_results() -> None:
    """Ask ``inspect.isawaitable`` of every result."""
    for handler in ASYNC:
        result = handler(1)
        if inspect.isawaitable(result):
            await result


def registry(name: str, handlers: list[Callable[[object], Any]]) -> Callable[[], Any]:
    """Return the ``emit`` of one of duotone's registries, with every handler added to it."""
    duotone: Any = importlib.import_module("duotone")
    made = getattr(duotone, name)()
    for handler in handlers:
        made.add(handler)
    return lambda: made.emit(1)


def single(verb: str, handler: Callable[[object], Any]) -> Callable[[], Any]:
    """Return one call of ``handler`` through a function of duotone's."""
    duotone: Any = importlib.import_module("duotone")
    function = getattr(duotone, verb)
    return lambda: function(handler, 1)


SYNC_WAYS: dict[str, tuple[Callable[[], Callable[[], object]], int]] = {
    "direct call": (lambda: call_directly, HANDLERS),
    "duotone.Handlers.emit, sync handlers": (lambda: registry("Handlers", SYNC), HANDLERS),
    "one direct call": (lambda: lambda: sync_handler(1), 1),
    "duotone.run of a sync function": (lambda: single("run", sync_handler), 1),
}
ASYNC_WAYS: dict[str, tuple[Callable[[], Callable[[], Awaitable[object]]], int]] = {
    "direct await": (lambda: await_directly, HANDLERS),
    "duotone.AsyncHandlers.emit, async handlers": (lambda: registry("AsyncHandlers", ASYNC), HANDLERS),
    "inspect.iscoroutinefunction per call": (lambda: ask_each_time, HANDLERS),
    "inspect.isawaitable per result": (lambda: look_at_results, HANDLERS),
    "one direct await": (lambda: lambda: async_handler(1), 1),
    "duotone.call of an async function": (lambda: single("call", async_handler), 1),
}
# Which floor each way is measured against.
FLOORS = {
    "duotone.Handlers.emit, sync handlers": "direct call",
    "duotone.run of a sync function": "one direct call",
    "duotone.AsyncHandlers.emit, async handlers": "direct await",
    "inspect.iscoroutinefunction per call": "direct await",
    "inspect.isawaitable per result": "direct await",
    "duotone.call of an async function": "one direct await",
}


def dispatch(name: str) -> None:
    """Serve one cell of the dispatch table."""
    if name in SYNC_WAYS:
        make, per_call = SYNC_WAYS[name]
        serve(make(), per_call)
        return
    make_async, per_call = ASYNC_WAYS[name]

    async def main() -> None:
        await serve_async(make_async(), per_call)

    asyncio.run(main())
