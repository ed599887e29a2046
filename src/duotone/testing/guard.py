"""The guard that stands beside each test, and fails it for its faults at the end of the call or of the teardown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

import pytest

from duotone.testing.coroutines import LostCoroutines
from duotone.testing.faults import HELD_LOOP, report
from duotone.testing.holding import HeldLoops
from duotone.testing.loops import BlockedLoops
from duotone.testing.record import Record, record_of, refuse_unknown
from duotone.testing.tasks import DroppedTasks
from duotone.testing.threads import LeftThreads

if TYPE_CHECKING:
    from collections.abc import Collection, Generator

__all__ = ["Guard", "Lookout", "Phase", "When", "make_guard"]

Phase: TypeAlias = "Generator[None, object, object]"
When: TypeAlias = Literal["setup", "call", "teardown"]


class Lookout(Protocol):
    """Looks out for one kind of fault, in one test after another."""

    def begin(self, record: Record) -> None:
        """Note in `record` what the test does from now on and may not do."""

    def settle(self) -> None:
        """Note what was done already, and shows only if one looks for it."""

    def end(self) -> None:
        """Note what shows at the end of the test, and nothing after that."""

    def close(self) -> None:
        """Leave everything as it was before the first test."""


class Guard:
    """Stands beside each test with its lookouts."""

    def __init__(self, lookouts: list[Lookout], limit: float, allowed: set[str]) -> None:
        """Prepare for tests whose loops may stand still for `limit` seconds, and which may do what is `allowed`."""
        self.lookouts = lookouts
        self._limit = limit
        self._allowed = allowed
        self._record: Record | None = None

    def close(self) -> None:
        """Leave everything as it was before the first test."""
        for lookout in self.lookouts:
            lookout.close()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Phase:
        """Open a record before the first fixture is made."""
        __tracebackhide__ = True
        record = self._record = record_of(item, self._limit, self._allowed)
        for lookout in self.lookouts:
            lookout.begin(record)
        result = yield from self._phase(item, "setup")
        refuse_unknown(item)
        return result

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Phase:
        """Fail the test for what it and its fixtures have done until now."""
        __tracebackhide__ = True
        return (yield from self._phase(item, "call"))

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> Phase:
        """Fail the test for what shows when its fixtures have gone."""
        __tracebackhide__ = True
        return (yield from self._phase(item, "teardown"))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Take note of failures that are not raised, as those of unittest are not."""
        outcome = yield
        if outcome.failed and self._record is not None:
            self._record.has_failed = True
        return outcome

    def _phase(self, item: pytest.Item, when: When) -> Phase:
        __tracebackhide__ = True
        try:
            result = yield
        except BaseException as error:
            self._leave(item, when, error)
            raise
        self._leave(item, when)
        return result

    def _leave(self, item: pytest.Item, when: When, error: BaseException | None = None) -> None:
        record = self._record
        if record is None:  # another plugin broke the setup off before ours
            return
        is_skipped = isinstance(error, pytest.skip.Exception)
        record.has_failed |= error is not None and not is_skipped
        if when == "teardown":
            self._record = None
        for lookout in self.lookouts:
            (lookout.end if when == "teardown" else lookout.settle)()
        # What a fixture did wrong shows when its test has been called, and the skipped show it at their end.
        if record.has_failed or when == "teardown" or (when == "call" and not is_skipped):
            _judge(item, when, record)


def make_guard(names: Collection[str], limit: float) -> Guard:
    """Make a guard with the lookouts that are named; held loops are looked out for in tests that ask for it, too."""
    lookouts: list[Lookout] = [HeldLoops()]
    if "coroutines" in names:
        lookouts.append(LostCoroutines())
    if "loops" in names:
        lookouts.append(BlockedLoops())
    if "tasks" in names:
        lookouts.append(DroppedTasks())
    if "threads" in names:
        lookouts.append(LeftThreads())
    return Guard(lookouts, limit, set() if "holding" in names else {HELD_LOOP})


def _judge(item: pytest.Item, when: When, record: Record) -> None:
    """Fail the test for its faults; if it has failed already, tell them beside that."""
    faults = list(record.take_faults())
    if not faults:
        return
    text = report(record.test, faults)
    if record.has_failed:
        item.add_report_section(when, "duotone", text)
        return
    record.has_failed = True
    pytest.fail(text, pytrace=False)
