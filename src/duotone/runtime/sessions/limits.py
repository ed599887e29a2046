"""What a session accepts as limits, each of which is enforced: rates, sizes and times."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache

from duotone.errors import BadInput
from duotone.runtime.events import Json, decoded, encoded
from duotone.runtime.sessions.checking import check_count, check_positive, checked_trust
from duotone.runtime.sessions.reading import number, optional_number, table, text
from duotone.runtime.sessions.rings import Ring, check_ring

__all__ = ["RATES", "Consistency", "Rate", "SessionConfig", "config_from"]


class Consistency(StrEnum):
    """What the log must say before an action is executed."""

    STRONG = "strong"
    """Nobody else has changed the session since the decision was made."""
    EVENTUAL = "eventual"
    """The action is in the log; it is withdrawn if the log shows that the session has ended. For actions that can be
    undone, since all others force the strong kind."""


@dataclass(frozen=True, slots=True)
class Rate:
    """So many actions per second, and so many at once after a rest: a token bucket, as a pure function of time."""

    per_second: float
    burst: float

    def __post_init__(self) -> None:
        check_positive("per_second", self.per_second)
        check_positive("burst", self.burst)
        if self.burst < 1:
            raise BadInput("burst", f"is {self.burst:g}, so that no action could ever be taken; it must be 1 or more")

    def left(self, tokens: float | None, since: float, now: float) -> float:
        """Return the tokens at `now` where there were `tokens` at `since`; None is a bucket that nobody has used."""
        if tokens is None:
            return self.burst
        return min(self.burst, tokens + max(0.0, now - since) * self.per_second)


RATES: Mapping[Ring, Rate] = {
    Ring.ROOT: Rate(100, 200),
    Ring.PRIVILEGED: Rate(50, 100),
    Ring.STANDARD: Rate(20, 40),
    Ring.SANDBOX: Rate(5, 10),
}
"""The rates of a session that asks for no others."""


@dataclass(frozen=True, slots=True)
class SessionConfig:
    """The limits of a session; times are in seconds, and None is no limit.

    `max_duration` counts from the creation. An action can be undone for `undo_window`, an approval asked for or given
    is worth something for `approval_window`. `rates` are per participant; a ring that isn't there has no limit.
    """

    max_participants: int | None = 10
    max_duration: float | None = 3600.0
    max_actions: int | None = None
    min_trust: float = 0.0
    undo_window: float = 300.0
    approval_window: float = 3600.0
    consistency: Consistency = Consistency.STRONG
    rates: Mapping[Ring, Rate] = field(default_factory=lambda: RATES)

    def __post_init__(self) -> None:
        check_count("max_participants", self.max_participants)
        check_count("max_actions", self.max_actions)
        if self.max_duration is not None:
            check_positive("max_duration", self.max_duration)
        checked_trust(self.min_trust, "min_trust")
        check_positive("undo_window", self.undo_window, or_zero=True)
        check_positive("approval_window", self.approval_window)
        if self.consistency not in set(Consistency):
            raise BadInput("consistency", f"is {self.consistency!r}; it must be one of {', '.join(Consistency)}")
        for ring, rate in self.rates.items():
            check_ring("rates", ring)
            if not isinstance(rate, Rate):  # pyright: ignore[reportUnnecessaryIsInstance]  # not every caller is typed
                raise BadInput("rates", f"has {rate!r} for ring {ring:d}; it must be a Rate(per_second, burst)")

    def to_json(self) -> Mapping[str, Json]:
        """Return this as data of an event."""
        return {
            "max_participants": self.max_participants,
            "max_duration": self.max_duration,
            "max_actions": self.max_actions,
            "min_trust": self.min_trust,
            "undo_window": self.undo_window,
            "approval_window": self.approval_window,
            "consistency": str(self.consistency),
            "rates": {str(int(ring)): [rate.per_second, rate.burst] for ring, rate in self.rates.items()},
        }


def config_from(data: Mapping[str, Json]) -> SessionConfig:
    """Return what `to_json` has written; sessions with equal limits share one object."""
    return _config_of(encoded(data))


@lru_cache(maxsize=256)
def _config_of(body: str) -> SessionConfig:
    data = decoded(body)
    return SessionConfig(
        max_participants=_count_of(optional_number(data, "max_participants")),
        max_duration=optional_number(data, "max_duration"),
        max_actions=_count_of(optional_number(data, "max_actions")),
        min_trust=number(data, "min_trust"),
        undo_window=number(data, "undo_window"),
        approval_window=number(data, "approval_window"),
        consistency=Consistency(text(data, "consistency")),
        rates={Ring(int(ring)): _rate_of(pair) for ring, pair in table(data, "rates").items()},
    )


def _rate_of(pair: Json) -> Rate:
    match pair:
        case [int() | float() as per_second, int() | float() as burst]:
            return Rate(per_second, burst)
        case _:
            raise BadInput("rates", f"has {pair!r}; each must be [actions per second, burst]")


def _count_of(value: float | None) -> int | None:
    return None if value is None else int(value)
