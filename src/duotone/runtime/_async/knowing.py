"""Knowing on: what a process knows of a conversation or of a promise is the ground for what it writes next."""

from __future__ import annotations

from collections.abc import Sequence

from duotone.errors import PromiseMoved
from duotone.runtime.agents.history import History
from duotone.runtime.delivery.promises import Promise
from duotone.runtime.events import Append, Draft, Event, ExpectedPromise
from duotone.runtime.log import AsyncLog

__all__ = ["read_on", "write_on"]


async def read_on(log: AsyncLog, session: str, history: History) -> None:
    """Take in what the log has of a conversation past what is known of it."""
    history.take_in(await log.read(session, after=history.seq))


async def write_on(log: AsyncLog, promise: Promise, last: int, drafts: Sequence[Draft]) -> list[Event]:
    """Write about a promise whose last event is known; nothing if somebody else has written about it since."""
    try:
        return await log.append(Append(promise.session, drafts, expected=ExpectedPromise(promise.id, last)))
    except PromiseMoved:
        return []
