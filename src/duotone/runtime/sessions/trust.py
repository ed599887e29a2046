"""What adapters for trust and verifiers of behavior are asked, and how their answers are read."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from duotone.contract.color import color_of
from duotone.errors import BadUnit
from duotone.runtime.events import Json

__all__ = ["Behavior", "Claim", "Newcomer", "TrustAdapter", "Verifier", "behavior_of", "checked_adapter"]


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Somebody who wants to join; `claimed` is the trust that was said at the door, `history` what came with it."""

    session: str
    participant: str
    claimed: float | None
    history: object = None


@dataclass(frozen=True, slots=True)
class Claim:
    """What a participant said that it would do, and what it was seen to do."""

    session: str
    participant: str
    claimed: object
    observed: object
    action: str | None = None


@dataclass(frozen=True, slots=True)
class Behavior:
    """What a verifier found: `drift` is how far the deeds are from the words, from 0 to 1, where it tells."""

    passed: bool
    drift: float | None = None
    reason: str = ""

    def to_json(self) -> Mapping[str, Json]:
        """Return this as data of an event."""
        return {"passed": self.passed, "drift": self.drift, "reason": self.reason}


TrustAdapter: TypeAlias = Callable[[Newcomer], float | Awaitable[float]]
"""Gives the trust in somebody who wants to join."""

Verifier: TypeAlias = Callable[[Claim], "Behavior | bool | float | Awaitable[Behavior | bool | float]"]
"""Compares words with deeds: a `Behavior`, whether it passed, or the drift."""


def checked_adapter(adapter: object, name: str) -> None:
    """Raise `BadUnit` unless `adapter` can be called for one answer, so that what is configured is really asked."""
    if adapter is None:
        return
    if not callable(adapter):
        raise BadUnit(name, f"is {type(adapter).__name__}, which can't be called; pass a function of either color")
    if color_of(adapter).is_stream:
        raise BadUnit(name, "is a generator, which would be called and never run; return the answer instead")


def behavior_of(answer: object, tolerance: float) -> Behavior:
    """Return what a verifier has answered; raises `BadUnit` for what is no answer."""
    if isinstance(answer, Behavior):
        return answer
    if isinstance(answer, bool):
        return Behavior(answer)
    if isinstance(answer, int | float) and 0 <= answer <= 1:
        reason = "" if answer <= tolerance else f"drift {answer:g} is above {tolerance:g}"
        return Behavior(answer <= tolerance, float(answer), reason)
    raise BadUnit("verifier", f"gave {answer!r}; return a Behavior, True, False, or a drift from 0 to 1")
