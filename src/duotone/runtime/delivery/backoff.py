"""When something that failed is tried again: soon at first, and ever more rarely."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Backoff"]


@dataclass(frozen=True, slots=True)
class Backoff:
    """Seconds between tries: `first`, and each time `factor` times as many, up to `most`."""

    first: float = 1.0
    factor: float = 2.0
    most: float = 300.0

    def due(self, tries: int, now: float) -> float:
        """Return when to try again after so many tries in vain."""
        # The exponent is bounded, since a float is: a thousand tries are as good as many.
        return now + min(self.most, self.first * self.factor ** min(tries - 1, 64))
