"""Fan-out: when branches that go on together have decided the matter, which of them to stop, and what they give."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum

from duotone.runtime.events import Json

__all__ = ["Fanout", "Policy"]


class Policy(StrEnum):
    """How many branches must end well."""

    ALL = "all"
    MAJORITY = "majority"
    """More than half."""
    ANY = "any"

    def needed(self, count: int) -> int:
        """Return how many of `count` branches must end well; of none, only `all` can hold."""
        if self is Policy.ALL:
            return count
        return count // 2 + 1 if self is Policy.MAJORITY else 1


class Fanout:
    """Branches that go on together under a policy.

    It is decided as soon as the outcome of the branches that are left can't change it. What ends after that is stopped
    or not needed, and doesn't count.
    """

    def __init__(self, policy: Policy, branches: Sequence[str]) -> None:
        self.policy = policy
        self.branches = tuple(branches)
        self.winners: list[str] = []
        """Those that ended well before it was decided, in the order in which they did."""
        self.losers: list[str] = []
        self.left = dict.fromkeys(self.branches)
        """Those that have not ended, in order."""
        self._needed = policy.needed(len(self.branches))

    @property
    def is_ok(self) -> bool:
        """Whether enough branches have ended well."""
        return len(self.winners) >= self._needed

    @property
    def is_lost(self) -> bool:
        """Whether so many branches have failed that enough can't end well."""
        return len(self.branches) - len(self.losers) < self._needed

    @property
    def is_decided(self) -> bool:
        """Whether the branches that are left can't change it."""
        return self.is_ok or self.is_lost

    @property
    def is_over(self) -> bool:
        """Whether it is decided and no branch is left that has not ended."""
        return not self.left and self.is_decided

    def settle(self, branch: str, *, is_ok: bool) -> None:
        """Note how a branch has ended."""
        if branch in self.left:
            if not self.is_decided:
                (self.winners if is_ok else self.losers).append(branch)
            del self.left[branch]

    def result(self, result_of: Callable[[str], Json]) -> Json:
        """Return what it gives: the winner's result for `any`, else the results of all winners in branch order."""
        if self.policy is Policy.ANY:
            return result_of(self.winners[0])
        winners = set(self.winners)
        return [result_of(branch) for branch in self.branches if branch in winners]
