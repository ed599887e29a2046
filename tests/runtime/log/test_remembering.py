"""What a store remembers between its transactions is never taken for what somebody else has written since."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from duotone.errors import RunTaken, Stale
from duotone.runtime.events import Append, Draft
from duotone.runtime.log import SqliteStore
from duotone.runtime.log.remembering import Remembered
from duotone.runtime.log.verify import verify
from tests.runtime.log.conftest import appending, settled


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "log.db"


@pytest.fixture
def stores(path: Path) -> Iterator[tuple[SqliteStore, SqliteStore]]:
    one, other = SqliteStore(path), SqliteStore(path)
    yield one, other
    one.close()
    other.close()


def test_two_stores_that_write_by_turns_leave_one_chain(stores: tuple[SqliteStore, SqliteStore], path: Path) -> None:
    for turn in range(20):
        [events] = settled(stores[turn % 3 % 2], [appending("s", "a", "b")])
        assert isinstance(events, list)
        assert [event.seq for event in events] == [2 * turn + 1, 2 * turn + 2]
        assert [event.id for event in events] == [2 * turn + 1, 2 * turn + 2]
    assert verify(path) == []


def test_a_head_that_somebody_else_has_moved_is_stale(stores: tuple[SqliteStore, SqliteStore]) -> None:
    one, other = stores
    settled(one, [appending("s", "a")])
    settled(other, [appending("s", "b")])
    [refused] = settled(one, [appending("s", "c", seq=1)])
    assert isinstance(refused, Stale)
    [accepted] = settled(one, [appending("s", "c", seq=2)])
    assert isinstance(accepted, list)


def test_a_run_that_somebody_else_has_claimed_is_taken(stores: tuple[SqliteStore, SqliteStore]) -> None:
    one, other = stores
    settled(one, [Append("s", [Draft("run.started", {"status": "running", "owner": "one", "fence": 1}, "r")])])
    settled(other, [Append("s", [Draft("run.claimed", {"status": "running", "owner": "other", "fence": 2}, "r")])])
    [refused] = settled(one, [appending("s", "a", run="r", fence=1)])
    assert isinstance(refused, RunTaken)


def test_nothing_is_remembered_of_a_transaction_that_failed(
    stores: tuple[SqliteStore, SqliteStore], monkeypatch: pytest.MonkeyPatch
) -> None:
    store, _ = stores
    settled(store, [appending("s", "a")])
    with monkeypatch.context() as patched:
        patched.setattr("duotone.runtime.log.sqlite.write", _fail)
        with pytest.raises(sqlite3.ProgrammingError):
            settled(store, [appending("s", "b", "b"), appending("t", "b")])
    [events] = settled(store, [appending("s", "c", seq=1)])
    assert isinstance(events, list)
    assert [(event.id, event.seq) for event in events] == [(2, 2)]


def _fail(*_: object) -> None:
    message = "no"
    raise sqlite3.ProgrammingError(message)


def test_more_sessions_than_are_remembered_are_found_in_the_file(
    stores: tuple[SqliteStore, SqliteStore], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("duotone.runtime.log.remembering._MOST", 3)
    store, _ = stores
    for turn in range(3):
        for number in range(8):
            [events] = settled(store, [appending(f"s{number}", "a", seq=turn)])
            assert isinstance(events, list)
    assert isinstance(store._known, Remembered)
    assert len(store._known._heads) <= 4
