"""Channels: where results can go, each saying what it can do; the turn binds one, and unbound means nothing."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from duotone.contract.context import scope
from duotone.runtime.events import Json

__all__ = ["NOTHING", "Abilities", "Channel", "Notice", "abilities_of", "current_channel", "turn_channel"]


@dataclass(frozen=True, slots=True)
class Abilities:
    """What a channel can do; what isn't said is not promised."""

    in_turn: bool = False
    """Shows what happens while the turn goes on."""
    streaming: bool = False
    """Shows parts of a reply as they come."""
    after_turn: bool = False
    """Reaches its reader once the turn has ended, as long as this process lives."""
    durable: bool = False
    """Can be bound again by another process, so that what is in the outbox reaches the same reader."""

    @property
    def can_deliver_late(self) -> bool:
        """Whether what is ready once the turn has ended can still reach the reader."""
        return self.after_turn or self.durable


NOTHING = Abilities()


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that is to reach a reader; `key` is the same each time it is tried, so that it counts once."""

    key: str
    session: str
    kind: str
    """`process.completed`, `process.matched`, `task.completed` and the like."""
    data: Json = None


@runtime_checkable
class Channel(Protocol):
    """Where notices go. `deliver` may be of either color; who raises has not delivered."""

    @property
    def name(self) -> str:
        """How the outbox calls it: a promise for one name is kept by any channel that has it."""
        ...

    @property
    def abilities(self) -> Abilities:
        """What it can do."""
        ...

    def deliver(self, notice: Notice, /) -> object:
        """Bring a notice to the reader."""
        ...


_channel: ContextVar[Channel | None] = ContextVar("duotone-channel", default=None)


def current_channel() -> Channel | None:
    """Return the channel of the turn that goes on, None if it has none, or there is no turn."""
    return _channel.get()


def abilities_of(channel: Channel | None) -> Abilities:
    """Return what a channel can do; no channel can do nothing."""
    return NOTHING if channel is None else channel.abilities


def turn_channel(channel: Channel | None) -> scope:
    """Bind the channel of a turn for a block of either color; None binds nothing, whatever was bound around it.

    Whoever begins a turn enters this, and nobody else. What was there before is there again afterwards.
    """
    return scope(_channel, channel)
