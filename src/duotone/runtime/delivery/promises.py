"""Asking for late delivery: a promise if the channel of the turn can keep it, else a refusal that says what to do."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final
from uuid import uuid4

from duotone.runtime.delivery.channels import Channel, Notice, current_channel
from duotone.runtime.events import Json

__all__ = ["LASTS", "Promise", "Refusal", "ask_delivery"]

LASTS: Final = 7 * 24 * 3600.0
"""How long a promise waits for its work and for its reader, in seconds, unless it is asked for longer."""

_INSTEAD: Final = {
    "process": "ask for its state when you need it: process(action='poll') or process(action='wait')",
    "task": "run it inline and wait for its result in this turn",
}
_ASK_AGAIN: Final = "ask for the result in a later turn"


@dataclass(frozen=True, slots=True)
class Promise:
    """An accepted obligation to deliver something late: to the channel of this name, once, until it expires."""

    id: str
    session: str
    channel: str
    kind: str
    """What the notice will be: `process.completed`, `task.completed` and the like."""
    about: str
    """What it is about: a process, a child session."""
    expires: float
    """When it is given up, in seconds since the epoch."""
    run: str | None = None
    """The turn in which it was asked for."""

    def numbered(self, number: int) -> Promise:
        """Return a promise for one more notice on the same terms, the same one for the same number."""
        return replace(self, id=f"{self.id}.{number}")

    def notice(self, data: Json = None) -> Notice:
        """Return what reaches the reader; its key is the promise's own, however often it is tried."""
        return Notice(self.id, self.session, self.kind, data)

    def to_json(self) -> Mapping[str, Json]:
        """Return this as data of an event."""
        return {
            "promise": self.id,
            "session": self.session,
            "channel": self.channel,
            "kind": self.kind,
            "about": self.about,
            "expires": self.expires,
            "run": self.run,
        }

    @classmethod
    def from_json(cls, data: Any) -> Promise:
        """Return the promise that `to_json` has written."""
        return cls(
            data["promise"],
            data["session"],
            data["channel"],
            data["kind"],
            data["about"],
            data["expires"],
            data["run"],
        )


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why nothing can be delivered late in this turn, and what can be done instead; nothing was registered."""

    reason: str
    alternative: str

    def __str__(self) -> str:
        return f"{self.reason}; {self.alternative}"


def ask_delivery(  # noqa: PLR0913  # what a promise says
    kind: str,
    about: str,
    *,
    session: str,
    run: str | None = None,
    lasts: float = LASTS,
    alternative: str | None = None,
) -> Promise | Refusal:
    """Ask whether a notice about work that outlives the turn can be delivered once the work has ended.

    The channel that the turn has bound decides, whatever the session had before: it grants a promise if it reaches its
    reader after the turn. A promise holds once its `promise.made` event is in the log, with what begins the work.
    """
    channel = current_channel()
    if channel is not None and channel.abilities.can_deliver_late:
        return Promise(f"promise-{uuid4().hex}", session, channel.name, kind, about, time.time() + lasts, run)
    instead = alternative or _INSTEAD.get(kind.partition(".")[0], _ASK_AGAIN)
    return Refusal(_reason(channel), instead)


def _reason(channel: Channel | None) -> str:
    if channel is None:
        return "this turn has no channel, so nothing can be delivered once it has ended"
    return f"channel {channel.name!r} closes with the turn, so nothing can be delivered on it afterwards"
