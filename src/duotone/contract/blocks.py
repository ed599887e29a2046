"""Context managers of one color as context managers of the other: entered and left in one task, or on one thread."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager, AbstractContextManager
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from duotone.contract.actors import Actor, AsyncActor
from duotone.contract.crossing import check_holding
from duotone.contract.waits import name_of

if TYPE_CHECKING:
    import asyncio
    from types import TracebackType

    from duotone.contract.workers import Pool

__all__ = ["amanage", "block_of", "manage"]

T = TypeVar("T")
E = TypeVar("E", bound=bool | None)


def manage(
    manager: AbstractAsyncContextManager[T, E] | AbstractContextManager[T, E], /
) -> AbstractContextManager[T, E]:
    """Use a context manager of either color in a ``with`` statement, wherever that runs.

    An async one is entered and left in one task, on the loop that `run` would use, so it may hold cancel scopes,
    timeouts and task groups during the block. If one of those is cancelled meanwhile, the manager is left at once and
    the end of the block raises what came of that. Context variables go in, and changes come back.

    What has both colors is used in the sync one. Raises `TypeError` for what has none.
    """
    if isinstance(manager, AbstractContextManager):
        return manager
    _check(manager, AbstractAsyncContextManager, "manage")
    return block_of(manager)


def amanage(
    manager: AbstractAsyncContextManager[T, E] | AbstractContextManager[T, E], /, *, pool: Pool | None = None
) -> AbstractAsyncContextManager[T, E]:
    """Use a context manager of either color in an ``async with`` statement, without blocking the loop.

    A sync one is entered and left in one context and on one thread, so it may belong to its thread; `pool` names that
    thread, such as a `Worker` on which the block does other things as well. If the block is cancelled while a thread
    still enters, the manager is left on that thread as soon as it has been entered.

    What has both colors is used in the async one. Raises `TypeError` for what has none.
    """
    if isinstance(manager, AbstractAsyncContextManager):
        return manager
    _check(manager, AbstractContextManager, "amanage")
    return _AsyncBlock(manager, pool)


def block_of(
    manager: AbstractAsyncContextManager[T, E], loop: asyncio.AbstractEventLoop | None = None
) -> AbstractContextManager[T, E]:
    """Use an async context manager in a ``with`` statement; on `loop` if that is given."""
    return _Block(manager, loop)


def _check(manager: object, kind: type, verb: str) -> None:
    if not isinstance(manager, kind):
        remedy = "; pass what it returns, not the function" if callable(manager) else ""
        message = f"{verb}() needs a context manager, and got {manager!r} ({type(manager).__name__}){remedy}"
        raise TypeError(message)


def _name_of(manager: object) -> str:
    """Return the name of a manager; one that was made from a generator is called after that."""
    return name_of(getattr(manager, "gen", manager))


class _AsyncVisit:
    """One entering and leaving of an async context manager; both happen in the task of an actor."""

    def __init__(self, manager: AbstractAsyncContextManager[Any, Any]) -> None:
        self._manager = manager
        self._is_inside = False
        self.cancelled: BaseException | None = None

    async def enter(self) -> Any:
        """Enter, and remember that there is something to leave."""
        value = await self._manager.__aenter__()
        self._is_inside = True
        return value

    async def leave(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> bool:
        """Leave, unless a cancellation has made it happen already."""
        if not self._is_inside:
            return False
        self._is_inside = False
        return bool(await self._manager.__aexit__(kind, error, traceback))

    async def cancel(self, error: BaseException, /) -> None:
        """Leave because of a cancellation, as the block would if it could be interrupted."""
        if not await self.leave(type(error), error, error.__traceback__):
            self.cancelled = error

    async def close(self) -> None:
        """Leave what nobody will leave any more, as Python does with a generator that it collects."""
        await self.leave(GeneratorExit, GeneratorExit(), None)


class _Visit:
    """One entering and leaving of a sync context manager; both happen on the thread of an actor."""

    def __init__(self, manager: AbstractContextManager[Any, Any]) -> None:
        self._manager = manager
        self._is_inside = False

    def enter(self) -> Any:
        value = self._manager.__enter__()
        self._is_inside = True
        return value

    def leave(
        self,
        kind: type[BaseException] | None = None,
        error: BaseException | None = None,
        traceback: TracebackType | None = None,
    ) -> bool:
        """Leave, unless that has happened already or nothing was entered."""
        if not self._is_inside:
            return False
        self._is_inside = False
        return bool(self._manager.__exit__(kind, error, traceback))


class _Block(AbstractContextManager[Any, Any]):
    """An async context manager for sync code; may be entered as often as that one may."""

    def __init__(self, manager: AbstractAsyncContextManager[Any, Any], loop: asyncio.AbstractEventLoop | None) -> None:
        self._manager = manager
        self._loop = loop
        self._visits: list[tuple[_AsyncVisit, Actor]] = []

    def __enter__(self) -> Any:
        name, visit = _name_of(self._manager), _AsyncVisit(self._manager)
        check_holding("manage", name)
        actor = Actor(name, visit, self._loop)
        try:
            value = actor.ask(visit.enter)
        except BaseException:
            actor.end()
            raise
        self._visits.append((visit, actor))
        return value

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> bool | None:
        visit, actor = self._visits.pop()
        is_handled: bool | None = actor.end(partial(visit.leave, kind, error, traceback))
        if visit.cancelled is not None:
            raise visit.cancelled
        return is_handled


class _AsyncBlock(AbstractAsyncContextManager[Any, Any]):
    """A sync context manager for async code; may be entered as often as that one may."""

    def __init__(self, manager: AbstractContextManager[Any, Any], pool: Pool | None) -> None:
        self._manager = manager
        self._pool = pool
        self._visits: list[tuple[_Visit, AsyncActor]] = []

    async def __aenter__(self) -> Any:
        visit, actor = _Visit(self._manager), AsyncActor(_name_of(self._manager), self._pool)
        try:
            value = await actor.ask(visit.enter, None, visit.leave)
        except BaseException:
            await actor.end(visit.leave)
            raise
        self._visits.append((visit, actor))
        return value

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> bool | None:
        visit, actor = self._visits.pop()
        return await actor.end(partial(visit.leave, kind, error, traceback))
