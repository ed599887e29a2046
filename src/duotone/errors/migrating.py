"""What can be in the way of a log that is to be brought to another place."""

from __future__ import annotations

from collections.abc import Sequence

from duotone.errors.roots import DuotoneError

__all__ = ["LogDriven", "LogNotEmpty", "LogUnmovable"]


class LogNotEmpty(DuotoneError, ValueError):
    """A log was to be brought to a place where something is already; nothing was changed there."""

    def __init__(self, path: str, found: str) -> None:
        super().__init__(f"{path} is not empty ({found}), and nothing was changed there; name a place that is")
        self.path = path
        self.found = found


class LogDriven(DuotoneError, RuntimeError):
    """A log was to be brought elsewhere while somebody works on it; what they write would be left behind."""

    def __init__(self, path: str, owners: Sequence[str]) -> None:
        who = ", ".join(owners) if owners else "somebody has written to it meanwhile"
        super().__init__(
            f"the log {path} is in use ({who}), so nothing was brought elsewhere; stop what works on it, and try again"
        )
        self.path = path
        self.owners = tuple(owners)


class LogUnmovable(DuotoneError, ValueError):
    """A log holds something that the place can't hold that it was to be brought to; nothing was changed there."""

    def __init__(self, path: str, where: str, reason: str) -> None:
        super().__init__(f"{path} can't hold {where}: {reason}; keep this log where it is")
        self.path = path
        self.where = where
        self.reason = reason
