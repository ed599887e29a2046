"""The record of one test: what it may do, and what it did."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from duotone.testing import faults

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from duotone.contract.guards import Blocked, Lost, Place
    from duotone.testing.faults import Dropped, Left

__all__ = ["Record", "record_of", "refuse_unknown"]


class Record:
    """What one test may do, and what else it did; filled from any thread."""

    def __init__(self, test: str, limit: float, allowed: set[str]) -> None:
        """Open the record of `test`, whose loops may stand still for `limit` seconds."""
        self.test = test
        self.limit = limit
        self.allowed = allowed
        self.has_failed = False
        self.lost: list[tuple[Lost, str | None]] = []
        self.blocked: list[Blocked] = []
        self.dropped: list[Dropped] = []
        self.held: list[Place] = []
        self.left: list[Left] = []

    def take_faults(self) -> Iterator[faults.Fault]:
        """Yield what was done since the last time."""
        lost, blocked, dropped, held, left = self.lost, self.blocked, self.dropped, self.held, self.left
        self.lost, self.blocked, self.dropped, self.held, self.left = [], [], [], [], []
        yield from (faults.lost_coroutine(one, maker) for one, maker in lost)
        yield from (faults.blocked_loop(one, self.limit) for one in blocked if one.seconds >= self.limit)
        yield from (faults.dropped_task(one) for one in dropped)
        yield from (faults.held_loop(place) for place in held)
        yield from (faults.left_running(one) for one in left)


def record_of(item: pytest.Item, limit: float, allowed: set[str]) -> Record:
    """Open the record of a test; its own marks come before those of its class and module, and those before the rest."""
    record = Record(item.nodeid, limit, set(allowed))
    if "duotone_holding" in getattr(item, "fixturenames", ()):
        record.allowed.discard(faults.HELD_LOOP)
    for mark in reversed(list(item.iter_markers("duotone"))):
        record.allowed |= _allowed_by(mark)
        record.limit = mark.kwargs.get("limit", record.limit)
    return record


def refuse_unknown(item: pytest.Item) -> None:
    """Fail the test if one of its marks says something that nobody understands."""
    for mark in item.iter_markers("duotone"):
        unknown = {*mark.args, *(mark.kwargs.keys() - {"allow", "limit"}), *(_allowed_by(mark) - set(faults.NAMES))}
        if unknown:
            message = f"@pytest.mark.duotone doesn't know {', '.join(map(repr, unknown))}; it takes allow= with any of "
            message += f"{', '.join(faults.NAMES)} or their codes, and limit= with a number of seconds"
            pytest.fail(message, pytrace=False)


def _allowed_by(mark: pytest.Mark) -> set[str]:
    allow: str | Iterable[str] = mark.kwargs.get("allow", ())
    given = {allow} if isinstance(allow, str) else set(allow)
    # A code allows whatever has it, so that a test can say the same as a comment in the source.
    coded = {name for name, code in faults.CODES.items() if code in given}
    return (given - set(faults.CODES.values())) | coded
