"""What a test leaves to the collector, kept apart from what was there before."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from duotone.testing import garbage as module
from duotone.testing.garbage import Garbage

pytestmark = pytest.mark.duotone(allow="lost-coroutine")


class Node:
    """Something in a circle."""

    def __init__(self) -> None:
        self.self = self


async def work() -> None: ...


@pytest.fixture
def garbage() -> Iterator[Garbage]:
    garbage = Garbage()
    yield garbage
    gc.unfreeze()


def test_what_the_test_has_made_is_collected(garbage: Garbage) -> None:
    garbage.begin()
    node = weakref.ref(Node())
    garbage.collect()
    garbage.end()
    assert node() is None


def test_what_was_there_before_is_left_alone_until_the_test_asks_for_a_collection(garbage: Garbage) -> None:
    node: Node | None = Node()
    seen = weakref.ref(node)
    garbage.begin()
    node = None
    garbage.collect()
    seen_before = seen() is not None
    assert seen_before
    assert bool(garbage.is_quick)
    gc.collect()
    assert seen() is None
    assert not garbage.is_quick
    garbage.end()


def test_young_collections_leave_it_apart(garbage: Garbage) -> None:
    garbage.begin()
    gc.collect(0)
    assert gc.get_freeze_count() > 0
    garbage.end()
    assert gc.get_freeze_count() == 0


def test_coroutines_that_have_not_been_started_are_found(garbage: Garbage) -> None:
    before = work()
    garbage.begin()
    made, started = work(), work()
    started.close()
    assert garbage.unawaited() == [made]
    garbage.end()
    before.close()
    made.close()


def test_none_is_found_where_everything_would_have_to_be_searched(garbage: Garbage) -> None:
    garbage.begin()
    made = work()
    gc.collect()
    assert garbage.unawaited() == []
    garbage.end()
    made.close()


def test_what_is_older_than_the_tests_is_collected_from_time_to_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_FULL_COLLECTION_EVERY", 0.0)
    garbage, node = Garbage(), weakref.ref(Node())
    garbage.begin()
    garbage.end()
    assert node() is None


def test_the_longer_that_takes_the_longer_it_is_put_off(monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter([0.0, 11.0, 11.0, 12.0, 61.0, 63.0, 63.0, 63.0])
    monkeypatch.setattr(module, "monotonic", lambda: next(now))
    garbage = Garbage()
    for is_collected in (True, False, True):  # which took a second until 12.0, so that it was left alone until 62.0
        node = weakref.ref(Node())
        garbage.begin()
        garbage.end()
        assert (node() is None) is is_collected
