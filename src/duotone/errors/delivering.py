"""What can go wrong with late delivery: promises that somebody else has taken on, and readers who can't be reached."""

from __future__ import annotations

from duotone.errors.roots import DuotoneError

__all__ = ["ClosesWithTurn", "PromiseMoved", "Undelivered"]


class ClosesWithTurn(DuotoneError, ValueError):
    """A channel that can't deliver late was to be bound to an outbox; nothing was bound."""

    def __init__(self, channel: str) -> None:
        super().__init__(
            f"channel {channel!r} closes with the turn, so an outbox can't deliver to it; bind one whose abilities "
            f"say after_turn or durable"
        )
        self.channel = channel


class PromiseMoved(DuotoneError, RuntimeError):
    """A promise went on since its writer looked at it; nothing was written."""

    def __init__(self, promise: str, status: str) -> None:
        super().__init__(
            f"promise {promise!r} is {status} and went on since it was read; read how it stands, and decide again"
        )
        self.promise = promise
        self.status = status


class Undelivered(DuotoneError, RuntimeError):
    """A channel could not bring a notice to its reader; the outbox keeps it and tries again."""

    def __init__(self, channel: str, reason: str) -> None:
        super().__init__(
            f"channel {channel!r} could not deliver: {reason}; the notice stays in the outbox, mend that or bind "
            f"another channel of this name"
        )
        self.channel = channel
        self.reason = reason
