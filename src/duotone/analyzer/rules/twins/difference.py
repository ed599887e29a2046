"""One difference between twins: what it is, which of them lags, and how it looks from either side."""

from __future__ import annotations

import dataclasses

from duotone.analyzer.rules.twins.colorless import Node

__all__ = ["ASYNC", "EITHER", "SYNC", "Difference"]

ASYNC, SYNC, EITHER = "async", "sync", ""
"""Which of the twins lags behind: it lacks what the other has; with a difference that both have, neither does."""


@dataclasses.dataclass(frozen=True, slots=True)
class Difference:
    """One difference: the nodes that show it in the async and in the sync twin, of which the one that lags has none."""

    what: str
    asynchronous: Node | None
    sync: Node | None
    texts: tuple[str, str] = ("", "")
    is_required: bool = False
    """Whether it is a parameter that nobody who calls the function can leave out."""
    is_sure: bool = True

    @property
    def lags(self) -> str:
        """The twin that lacks something."""
        if self.asynchronous is None:
            return ASYNC
        return SYNC if self.sync is None else EITHER

    def told(self, side: str) -> str:
        """The difference as it looks from one side."""
        if self.lags == side:
            return f"{self.what} is missing"
        if self.lags != EITHER:
            return f"{self.what} is missing in the twin"
        here, there = self.texts if side == ASYNC else reversed(self.texts)
        return f"{self.what} is {here}, and {there} in the twin"
