"""The thread that looks is there while there is something to look at."""

from __future__ import annotations

import os
import threading

import pytest

from duotone.contract.guards import monitor as module
from duotone.contract.guards.monitor import Monitor


class Sight:
    """Something that counts how often it is looked at."""

    def __init__(self, period: float = 0.01) -> None:
        self.period = period
        self.looks = threading.Semaphore(0)

    def look(self) -> float:
        self.looks.release()
        return float("inf")

    def wait_for(self, looks: int) -> None:
        for _ in range(looks):
            assert self.looks.acquire(timeout=10)


@pytest.fixture
def monitor(monkeypatch: pytest.MonkeyPatch) -> Monitor:
    """A monitor of the test's own, whose thread ends soon."""
    monkeypatch.setattr(module, "_LINGER", 0.05)
    return Monitor()


def thread_of(monitor: Monitor) -> threading.Thread:
    assert monitor._thread is not None
    return monitor._thread


def test_what_is_added_is_looked_at_until_it_is_removed(monitor: Monitor) -> None:
    sight = Sight()
    monitor.add(sight)
    sight.wait_for(3)
    monitor.remove(sight)
    thread_of(monitor).join(10)
    while sight.looks.acquire(blocking=False):
        pass
    other = Sight()
    monitor.add(other)
    other.wait_for(2)
    monitor.remove(other)
    assert not sight.looks.acquire(blocking=False)


def test_the_thread_ends_when_nothing_is_watched(monitor: Monitor) -> None:
    sight = Sight()
    monitor.add(sight)
    thread = thread_of(monitor)
    monitor.remove(sight)
    thread.join(10)
    assert not thread.is_alive()
    assert monitor._thread is None


def test_the_thread_stays_for_what_comes_soon_after(monitor: Monitor) -> None:
    first, second = Sight(), Sight()
    monitor.add(first)
    thread = thread_of(monitor)
    first.wait_for(1)
    monitor.remove(first)
    monitor.add(second)
    second.wait_for(2)
    assert thread_of(monitor) is thread
    monitor.remove(second)
    thread.join(10)


def test_something_that_is_more_urgent_wakes_the_thread(monitor: Monitor) -> None:
    patient, urgent = Sight(period=60), Sight()
    monitor.add(patient)
    patient.wait_for(1)
    monitor.add(urgent)
    urgent.wait_for(3)
    monitor.remove(patient)
    monitor.remove(urgent)
    monitor._bell.set()
    thread_of(monitor).join(10)


def test_a_forked_child_starts_afresh(monitor: Monitor) -> None:
    sight = Sight()
    module.monitor.add(sight)
    sight.wait_for(1)
    child = os.fork()
    if not child:
        other = Sight()
        module.monitor.add(other)
        has_looked = other.looks.acquire(timeout=10)
        os._exit(0 if has_looked and not sight.looks.acquire(blocking=False) else 1)
    module.monitor.remove(sight)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
