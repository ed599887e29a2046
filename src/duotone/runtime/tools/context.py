"""Which call goes on here: a tool may ask for it, and is told for whom it works and where its log is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TypeVar

from duotone.runtime.delivery.channels import Channel
from duotone.runtime.log.store import Store

__all__ = ["CALL", "ToolContext", "current_call"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ToolContext:
    """One call of a tool; a parameter that is annotated with this gets it, and no model sees that parameter."""

    session: str
    run: str = ""
    step: str = ""
    call: str = ""
    """The id that the model gave the call."""
    participant: str = ""
    """Who asked for it."""
    channel: Channel | None = None
    """Where this turn is answered; None if nothing can be delivered."""
    store: Store | None = None
    """Where the log is, for tools that write events of their own."""
    holds: frozenset[str] = frozenset()
    """The locks that this call has, and those around it."""
    around: Sequence[tuple[str, str]] = ()
    """The calls that this one goes on inside of, the outermost first, each by its run and its step."""
    origins: Sequence[str] = ()
    """The sessions that this one was forked from."""
    services: Mapping[type, object] = field(default_factory=dict[type, object])
    """What else the runtime offers to its tools, each by its type."""

    def service(self, kind: type[T]) -> T | None:
        """Return what the runtime offers of this kind, None if that is nothing."""
        found = self.services.get(kind)
        return found if isinstance(found, kind) else None


CALL: ContextVar[ToolContext | None] = ContextVar("duotone_tool_call", default=None)
"""The call that the current code runs for; it travels with the context into threads and tasks."""


def current_call() -> ToolContext | None:
    """Return the call that the caller runs for, or None outside of a tool."""
    return CALL.get()
