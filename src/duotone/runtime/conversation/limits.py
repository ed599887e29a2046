"""Limits: how far a turn may go, and how much repetition counts as going round in circles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Any

from duotone.runtime.events import Json

__all__ = ["Limits", "Patience"]


@dataclass(frozen=True, slots=True)
class Patience:
    """How often something may repeat itself before the agent is told, and stuck if it goes on; 0 for ever."""

    action: int = 4
    """The same calls with the same results."""
    error: int = 3
    """Calls that fail with the same error."""
    alternation: int = 3
    """Two kinds of calls that take turns, each with the same results."""
    monologue: int = 3
    """The same words, while nobody else says anything."""

    def __post_init__(self) -> None:
        for name in Patience.__slots__:
            if getattr(self, name) < 0:
                message = f"patience.{name} counts from 0 (for ever) up, and is {getattr(self, name)}"
                raise ValueError(message)


@dataclass(frozen=True, slots=True)
class Limits:
    """How far a turn may go; None for as far as it takes.

    `iterations` are steps of the agent and `seconds` the time of one turn; `tokens` and `cost` are those of the whole
    conversation. `history` is how many messages an agent is shown before older ones are summed up.

    Raises `ValueError` for a limit that leaves nothing.
    """

    iterations: int | None = 100
    seconds: float | None = None
    tokens: int | None = None
    cost: float | None = None
    history: int | None = None
    patience: Patience = field(default_factory=Patience)

    def __post_init__(self) -> None:
        for name in ("iterations", "seconds", "tokens", "cost", "history"):
            value = getattr(self, name)
            if value is not None and not 0 < value < inf:
                message = f"limits.{name} is a number above 0, or None for no limit, and is {value}"
                raise ValueError(message)

    def to_json(self) -> Mapping[str, Json]:
        """Return this as data of an event."""
        plain: dict[str, Json] = {name: getattr(self, name) for name in Limits.__slots__ if name != "patience"}
        return {**plain, "patience": {name: getattr(self.patience, name) for name in Patience.__slots__}}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Limits:
        """Return the limits that `to_json` has written."""
        given: dict[str, Any] = {**data, "patience": Patience(**data["patience"])}
        return cls(**given)
