"""A clock that stands still until a test moves it."""

from __future__ import annotations

__all__ = ["FakeClock"]


class FakeClock:
    """A clock to pass wherever one is taken: calling it tells the time, which only `advance` and `set` change."""

    def __init__(self, now: float = 1_000_000.0) -> None:
        """Stand at `now`, in seconds since the epoch."""
        self.now = now

    def __call__(self) -> float:
        """Return the time."""
        return self.now

    def advance(self, seconds: float) -> float:
        """Let so many seconds pass, and return the time; raises `ValueError` for less than none."""
        if seconds < 0:
            message = f"a clock can't advance by {seconds:g} s; to let it jump back, use set(...)"
            raise ValueError(message)
        self.now += seconds
        return self.now

    def set(self, now: float) -> None:
        """Jump to a time, also back, as the clock of a machine may do."""
        self.now = now
