"""What participants ask to do: actions with their risk, and the question that a policy is asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import cast

from duotone.errors import BadInput
from duotone.runtime.events import Json, encoded
from duotone.runtime.sessions.rings import Ring, check_ring

__all__ = ["Action", "Ask", "Risk", "digest_of"]


class Risk(StrEnum):
    """The class of an action: what it can do, from which follows who may ask for it."""

    READ = "read"
    REVERSIBLE = "reversible"
    IRREVERSIBLE = "irreversible"
    ADMIN = "admin"
    UNKNOWN = "unknown"
    """Nobody has said what the action can do, so it may do anything."""

    @property
    def needs(self) -> Ring:
        """The ring without which an action of this class is refused."""
        return _NEEDS[self]

    @property
    def is_reversible(self) -> bool:
        """Whether an action of this class leaves nothing that can't be taken back."""
        return self in {Risk.READ, Risk.REVERSIBLE}

    @property
    def is_risky(self) -> bool:
        """Whether an action of this class is denied unless a policy allows it."""
        return not self.is_reversible


_NEEDS = {
    Risk.READ: Ring.SANDBOX,
    Risk.REVERSIBLE: Ring.STANDARD,
    Risk.IRREVERSIBLE: Ring.PRIVILEGED,
    Risk.ADMIN: Ring.ROOT,
    Risk.UNKNOWN: Ring.PRIVILEGED,
}


@dataclass(frozen=True, slots=True)
class Action:
    """A kind of action: its name, and the class that it belongs to; `needs` asks for another ring than its class."""

    name: str
    risk: Risk = Risk.UNKNOWN
    needs: Ring | None = None

    def __post_init__(self) -> None:
        if not self.name:
            raise BadInput("name", "of an action is empty; name what is done, such as 'refund'")
        if self.risk not in set(Risk):
            raise BadInput("risk", f"of {self.name!r} is {self.risk!r}; it must be one of {', '.join(Risk)}")
        object.__setattr__(self, "risk", Risk(self.risk))  # its name does as well
        if self.needs is not None:
            check_ring("needs", self.needs)

    @property
    def ring(self) -> Ring:
        """The ring without which this action is refused."""
        return self.risk.needs if self.needs is None else self.needs


@dataclass(frozen=True, slots=True)
class Ask:
    """All that a policy decides upon; its ruling holds for as long as this is the same."""

    session: str
    participant: str
    trust: float
    ring: Ring
    action: Action
    args: tuple[object, ...]
    kwargs: Mapping[str, object]


def digest_of(ask: Ask) -> str:
    """Return what names this very action of this participant, so that an approval is worth nothing for another.

    Raises `BadInput` for arguments that JSON can't hold: nobody can tell whether they are the same the next time.
    """
    named = {"participant": ask.participant, "action": ask.action.name, "args": ask.args, "kwargs": ask.kwargs}
    try:
        body = encoded(cast("Mapping[str, Json]", named))  # what isn't JSON is refused there
    except (TypeError, ValueError) as error:
        reason = f"of {ask.action.name!r} must be JSON, since an approval is for these alone: {error}"
        raise BadInput("arguments", reason) from error
    return sha256(body.encode()).hexdigest()
