"""The verbs of the programs, by color, and how a program is executed with them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from tests.model.crossings import set_variable
from tests.model.ledger import Failure, Severe
from tests.model.places import VARIABLES, Place
from tests.model.programs import Node

if TYPE_CHECKING:
    from tests.model.ledger import Entry

__all__ = ["PAUSES", "async_verb", "callee", "execute", "execute_async", "is_to_be_swallowed", "sync_verb"]

SyncVerb: TypeAlias = Callable[[Node, Place], None]
AsyncVerb: TypeAlias = Callable[[Node, Place], Awaitable[None]]

PAUSES = (0.0, 0.0003, 0.001)

_sync_verbs: dict[str, SyncVerb] = {}
_async_verbs: dict[str, AsyncVerb] = {}


def sync_verb(*names: str) -> Callable[[SyncVerb], SyncVerb]:
    """Register how these verbs are executed as sync code."""

    def register(verb: SyncVerb) -> SyncVerb:
        _sync_verbs.update(dict.fromkeys(names, verb))
        return verb

    return register


def async_verb(*names: str) -> Callable[[AsyncVerb], AsyncVerb]:
    """Register how these verbs are executed as async code."""

    def register(verb: AsyncVerb) -> AsyncVerb:
        _async_verbs.update(dict.fromkeys(names, verb))
        return verb

    return register


def execute(node: Node, place: Place) -> None:
    """Execute a program as sync code."""
    place.check(node.verb)
    _sync_verbs[node.verb](node, place)


async def execute_async(node: Node, place: Place) -> None:
    """Execute a program as async code."""
    place.check(node.verb)
    await _async_verbs[node.verb](node, place)


def callee(node: Node, place: Place, entry: Entry) -> Callable[[], Any]:
    """Return a function of the node's color that executes it, counted in the ledger."""

    def sync_callee() -> object:
        place.root.ledger.start(entry)
        try:
            execute(node, place)
        except BaseException as error:
            entry.error = error
            raise
        finally:
            entry.has_ended = True
        return entry.value

    async def async_callee() -> object:
        place.root.ledger.start(entry)
        try:
            await execute_async(node, place)
        except BaseException as error:
            entry.error = error
            raise
        finally:
            entry.has_ended = True
        return entry.value

    return async_callee if node.is_async else sync_callee


def is_to_be_swallowed(error: BaseException, place: Place) -> bool:
    """Tell whether a program that makes an attempt goes on after `error`; a cancel from above is never swallowed."""
    return isinstance(error, (Exception, Severe)) or (isinstance(error, asyncio.CancelledError) and not place.is_doomed)


@sync_verb("note")
def _note(_node: Node, _place: Place) -> None:
    pass


@sync_verb("set")
def _set(node: Node, place: Place) -> None:
    set_variable(place, node.choice % len(VARIABLES))


@sync_verb("fail")
def _fail(node: Node, _place: Place) -> None:
    raise Severe if node.choice == 2 else Failure


def _in_a_coroutine(name: str) -> None:
    """Register a verb that is the same in both colors."""
    verb = _sync_verbs[name]

    @async_verb(name)
    async def execute_verb(node: Node, place: Place) -> None:
        verb(node, place)


for _name in ("note", "set", "fail"):
    _in_a_coroutine(_name)
