"""Places that tenants share: how many each may have, so that whoever comes next finds one.

A tenant may take a place as long as more are free than it has. So one alone gets half of them, two get a third each,
and what is left, as much as each of them has, is there for the next. No tenant waits for another one to end.
"""

from __future__ import annotations

from collections import Counter

__all__ = ["Shares"]


class Shares:
    """So many places, and how many of them each tenant has."""

    def __init__(self, places: int) -> None:
        """Have all of them free."""
        self.places = places
        self._taken: Counter[str] = Counter()

    def __len__(self) -> int:
        """Return how many are taken."""
        return self._taken.total()

    def of(self, tenant: str) -> int:
        """Return how many a tenant has."""
        return self._taken[tenant]

    @property
    def free(self) -> int:
        """How many are free; less than nothing where some were taken that had to be."""
        return self.places - len(self)

    def may_take(self, tenant: str) -> bool:
        """Tell whether a tenant leaves enough for others if it takes one more."""
        return self.of(tenant) < self.free

    def take(self, tenant: str) -> None:
        """Take a place, whether or not one is free."""
        self._taken[tenant] += 1

    def leave(self, tenant: str) -> None:
        """Give a place back."""
        self._taken[tenant] -= 1
        if not self._taken[tenant]:
            del self._taken[tenant]
