"""What the verbs of both colors share: a callee that is counted, and the settling of what its caller gets."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from tests.model.places import VARIABLES

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tests.model.ledger import Entry
    from tests.model.places import Place, Values
    from tests.model.programs import Limit, Node

__all__ = ["LIMITS", "crossed", "crossed_async", "dressed", "set_variable", "settle_error", "settle_value"]

LIMITS: dict[Limit, float | None] = {"none": None, "ample": 60.0, "short": 0.001}


def set_variable(place: Place, index: int) -> None:
    """Give a context variable a value that it never had, and expect it."""
    value = place.root.ledger.fresh()
    VARIABLES[index].set(value)
    place.values.set(index, value)


def settle_value(place: Place, inner: Values, entry: Entry, value: object) -> None:
    """Hold the caller's value and context to what the callee left."""
    place.root.ledger.returned(entry, value)
    place.values.adopt(inner)


def settle_error(place: Place, inner: Values, entry: Entry, error: BaseException) -> None:
    """Hold the caller's error and context to what the callee left, or to what may be after it was broken off."""
    ledger = place.root.ledger
    ledger.raised(entry, error)
    if error is entry.error and not place.is_doomed and not entry.is_limited:
        place.values.adopt(inner)
    elif (fault := place.values.accept(inner)) is not None:
        ledger.fault(f"{entry.what}: after {error!r} {fault}")


def crossed(place: Place, inner: Place, entry: Entry, cross: Callable[[], object]) -> None:
    """Make a crossing from sync code, and settle it."""
    try:
        value = cross()
    except BaseException as error:
        settle_error(place, inner.values, entry, error)
        raise
    settle_value(place, inner.values, entry, value)


async def crossed_async(place: Place, inner: Place, entry: Entry, cross: Callable[[], Awaitable[object]]) -> None:
    """Make a crossing from async code, and settle it."""
    try:
        value = await cross()
    except BaseException as error:
        settle_error(place, inner.values, entry, error)
        raise
    settle_value(place, inner.values, entry, value)


class _Caller:
    """A callable object of either color."""

    def __init__(self, function: Callable[[], Any]) -> None:
        self._function = function


class _SyncCaller(_Caller):
    def __call__(self) -> Any:
        """Call the function."""
        return self._function()


class _AsyncCaller(_Caller):
    async def __call__(self) -> Any:
        """Await what the function returns."""
        return await self._function()


def dressed(function: Callable[[], Any], node: Node, *, is_async: bool) -> Callable[[], Any]:
    """Return the function in one of the forms in which callables come."""
    if node.choice == 1:
        return partial(function)
    if node.choice == 2:
        return lambda: function()  # noqa: PLW0108  # hides the color
    if node.choice == 3:
        return (_AsyncCaller if is_async else _SyncCaller)(function)
    return function
