"""How promises stand, as a fold of their events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

from duotone.runtime.delivery.promises import Promise
from duotone.runtime.events import Event, Json

__all__ = ["REPEATED", "Incident", "PromiseStatus", "Standing", "fold", "standing_after"]


REPEATED: Final = "outbox.repeated"
"""Something else was said to be ready of a promise that had been: no event of the promise, which goes its way."""


class PromiseStatus(StrEnum):
    """What has become of a promise."""

    PROMISED = "promised"
    """The work goes on."""
    PENDING = "pending"
    """The work has ended, and its reader doesn't know."""
    CLAIMED = "claimed"
    """Somebody is delivering it."""
    DELIVERED = "delivered"
    EXPIRED = "expired"
    WITHDRAWN = "withdrawn"

    @property
    def is_final(self) -> bool:
        """Whether nothing more can happen."""
        return self in _FINAL


_FINAL: Final = frozenset({PromiseStatus.DELIVERED, PromiseStatus.EXPIRED, PromiseStatus.WITHDRAWN})


@dataclass(frozen=True, slots=True)
class Incident:
    """A promise that could not be kept, or could not for a while."""

    promise: Promise
    kind: str
    """`unroutable`: nobody is there to whom it could go; `expired`: its time was over; `repeated`: something else came
    after what is delivered, and is only here."""
    reason: str
    at: float


@dataclass(frozen=True, slots=True)
class Standing:
    """A promise and what has become of it; `event` is the last event that says so."""

    promise: Promise
    status: PromiseStatus
    event: int
    data: Json = None
    due: float = 0.0
    """When it may be tried next."""
    tries: int = 0
    error: str = ""
    owner: str = ""
    """Who has claimed it: a process, and which outbox in it."""
    outbox: str = ""
    incidents: tuple[Incident, ...] = ()


def fold(standings: Mapping[str, Standing], events: Iterable[Event]) -> dict[str, Standing]:
    """Return how the promises of a session stand once these events have followed; others are passed over."""
    after = dict(standings)
    for event in events:
        if event.kind.startswith("promise.") or event.kind == REPEATED:
            name = str(event.data["promise"])
            standing = standing_after(after.get(name), event)
            if standing is not None:
                after[name] = standing
    return after


def standing_after(standing: Standing | None, event: Event) -> Standing | None:
    """Return how a promise stands once `event` has followed, which is one about it; None if none is."""
    data: Mapping[str, Any] = event.data
    if event.kind == REPEATED:
        return standing and _with_incident(standing, "repeated", event)
    verb = event.kind.removeprefix("promise.")
    if verb == "made":
        return Standing(Promise.from_json(data), PromiseStatus.PROMISED, event.id)
    if standing is None:
        return None
    said: dict[str, Any] = {"status": PromiseStatus(data.get("status", standing.status)), "event": event.id}
    match verb:
        case "ready":
            said |= {"data": data["data"], "due": event.at}
        case "claimed":
            said |= {"owner": data["owner"], "outbox": data["outbox"], "tries": data["tries"]}
        case "failed":
            said |= {"error": data["error"], "tries": data["tries"], "due": data["due"], "owner": "", "outbox": ""}
        case "released":
            said |= {"due": event.at, "owner": "", "outbox": ""}
        case "unroutable" | "expired":
            said |= {"incidents": _with_incident(standing, verb, event).incidents}
        case _:
            pass
    return replace(standing, **said)


def _with_incident(standing: Standing, kind: str, event: Event) -> Standing:
    incident = Incident(standing.promise, kind, str(event.data["reason"]), event.at)
    return replace(standing, incidents=(*standing.incidents, incident))
