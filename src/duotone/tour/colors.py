"""L1, L2 and L5 in the tour: coroutines that nobody awaits, and callables of the color that nobody expected."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from typing import Any

from duotone import Handlers, call, facade
from duotone.tour.panes import Pane, Seen, Side

__all__ = ["PANES"]

_ATTEMPTS = 3


class _Sessions:
    """A store whose methods are async."""

    def __init__(self) -> None:
        self.names: list[str] = []

    async def create(self, name: str) -> str:
        """Create one session."""
        await asyncio.sleep(0)
        self.names.append(name)
        return name


def _create_and_forget() -> Seen:
    """Call an async method from sync code, as if it were sync."""
    sessions = _Sessions()
    session: Any = sessions.create("ada")
    is_truthy = bool(session)
    session.close()
    text = f"truthy, so it looks created; sessions: {len(sessions.names)}"
    return Seen(text, is_as_claimed=is_truthy and not sessions.names)


def _create_through_a_facade() -> Seen:
    """Call the same method on a sync face that was made from the class."""
    sessions = facade(_Sessions)()
    session = sessions.create("ada")
    return Seen(f"{session!r}; sessions: {len(sessions.names)}", is_as_claimed=sessions.names == ["ada"])


class _Till:
    """A sync tool with a side effect that should happen once."""

    def __init__(self) -> None:
        self.charges = 0

    def charge(self) -> str:
        """Charge the customer."""
        self.charges += 1
        return f"receipt {self.charges}"


async def _attempt(step: Callable[[], Any]) -> str:
    """Await a step, and again while it fails: what most orchestrators do."""
    failure: Exception | None = None
    for _ in range(_ATTEMPTS):
        try:
            return str(await step())
        except Exception as error:  # noqa: BLE001  # as they do it
            failure = error
    return f"failed with {type(failure).__name__}"


def _retry_a_sync_tool() -> Seen:
    """Await a tool that turns out to be sync."""
    till = _Till()
    # duotone: allow sync-where-awaited -- this is the fault that is shown
    outcome = asyncio.run(_attempt(till.charge))
    return Seen(f"charged {till.charges} times, then {outcome}", is_as_claimed=till.charges == _ATTEMPTS)


def _call_a_sync_tool() -> Seen:
    """Let `call` see to the color."""
    till = _Till()
    outcome = asyncio.run(_attempt(lambda: call(till.charge)))
    return Seen(f"charged once, {outcome!r}", is_as_claimed=(till.charges, outcome) == (1, "receipt 1"))


def _keep_an_awaitable() -> Seen:
    """Ask for the color of a lambda that returns a coroutine."""
    sessions = _Sessions()
    step: Callable[[], Any] = lambda: sessions.create("ada")  # noqa: E731  # a lambda is the point
    result: Any = None if inspect.iscoroutinefunction(step) else step()
    kind = type(result).__name__
    result.close()
    return Seen(f"done: a {kind}; sessions: {len(sessions.names)}", is_as_claimed=kind == "coroutine")


def _drain_an_awaitable() -> Seen:
    """Look at the result too, until it is a value."""
    sessions = _Sessions()
    result = asyncio.run(call(lambda: sessions.create("ada")))
    return Seen(f"done: {result!r}; sessions: {len(sessions.names)}", is_as_claimed=sessions.names == ["ada"])


def _listeners(heard: list[str]) -> list[Callable[[str], Awaitable[None] | None]]:
    async def notify(event: str) -> None:
        await asyncio.sleep(0)
        heard.append(event)

    return [heard.append, notify]


def _loop_over_callbacks() -> Seen:
    """Call every callback, as event buses do."""
    heard: list[str] = []
    results: list[Any] = [callback("paid") for callback in _listeners(heard)]
    for result in results:
        if result is not None:
            result.close()
    return Seen(f"{len(results)} called, {len(heard)} heard of it, no error", is_as_claimed=heard == ["paid"])


def _emit_to_handlers() -> Seen:
    """Register handlers of either color, and emit."""
    heard: list[str] = []
    handlers = Handlers[[str]]()
    for listener in _listeners(heard):
        handlers.add(listener)
    delivery = handlers.emit("paid")
    return Seen(f"{delivery.delivered} delivered, {delivery.failed} failed", is_as_claimed=heard == ["paid", "paid"])


PANES = [
    Pane(
        "L1",
        "faces",
        "a sync face never returns an awaitable",
        Side('session = Sessions().create("ada")', _create_and_forget),
        Side('session = facade(Sessions)().create("ada")', _create_through_a_facade),
    ),
    Pane(
        "L2",
        "retries",
        "a sync tool where an async one is awaited, with two retries",
        Side("await till.charge()", _retry_a_sync_tool),
        Side("await call(till.charge)", _call_a_sync_tool),
    ),
    Pane(
        "L2",
        "drained",
        "a sync function whose result is awaitable",
        Side("if not iscoroutinefunction(step): step()", _keep_an_awaitable),
        Side("await call(step)", _drain_an_awaitable),
    ),
    Pane(
        "L5",
        "handlers",
        "an async callback among sync ones",
        Side('for callback in callbacks: callback("paid")', _loop_over_callbacks),
        Side('handlers.emit("paid")', _emit_to_handlers),
    ),
]
