"""Appends under a key: written once in the whole log, however often and by whomever they are appended."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from duotone.errors import RunTaken, Stale
from duotone.runtime.branching import copies
from duotone.runtime.events import Append, Draft, Expected, Repeated
from duotone.runtime.log import Log, SqliteStore, Store
from duotone.runtime.log.export import export, verify_export
from duotone.runtime.log.verify import verify
from tests.runtime.log.conftest import Clock, Face, settled
from tests.runtime.log.logs import turn_back


def keyed(key: str, *kinds: str, session: str = "s", seq: int | None = None, fence: int | None = None) -> Append:
    expected = None if fence is None else Expected("r", fence)
    return Append(session, [Draft(kind, {"n": 1}, "r") for kind in kinds], seq, expected, key)


def test_a_key_is_written_once_and_gives_back_what_was_written_first(face: Face) -> None:
    first = face.append(keyed("k", "a", "b"))
    face.append(keyed("other", "c"))
    again = face.append(keyed("k", "something else", session="elsewhere"))
    assert isinstance(again, Repeated)
    assert not isinstance(first, Repeated)
    assert again == first == face.read("s")[:2]
    assert [event.kind for event in face.read_all()] == ["a", "b", "c"]


def test_a_known_key_is_known_whatever_its_writer_has_seen_or_expected(face: Face) -> None:
    first = face.append(keyed("k", "a", seq=0))
    assert face.append(keyed("k", "a", seq=0, fence=7)) == first


def test_the_key_stands_in_the_data_of_the_last_event(store: Store) -> None:
    [events] = settled(store, [keyed("k", "a", "b")])
    assert isinstance(events, list)
    assert [event.data for event in events] == [{"n": 1}, {"n": 1, "once": {"key": "k", "events": 2}}]


def test_a_refused_append_leaves_no_key(store: Store) -> None:
    stale, taken, fresh, repeated = settled(
        store, [keyed("k", "a", seq=9), keyed("k", "a", fence=3), keyed("k", "b"), keyed("k", "c")]
    )
    assert isinstance(stale, Stale)
    assert isinstance(taken, RunTaken)
    assert isinstance(fresh, list)
    assert isinstance(repeated, Repeated)
    assert repeated == fresh == store.read("s")


def test_a_key_without_drafts_is_refused(store: Store) -> None:
    [refused] = settled(store, [Append("s", (), key="k")])
    assert "can be written under the key 'k' without drafts" in str(refused)


def test_an_event_about_the_clock_is_not_counted(store: Store, clock: Clock) -> None:
    settled(store, [keyed("first", "a")])
    clock.now -= 60
    [events] = settled(store, [keyed("k", "b")])
    assert settled(store, [keyed("k", "b")]) == [events]
    assert [event.kind for event in store.read("s")] == ["a", "clock.stepped_back", "b"]


def test_keys_outlive_the_process_and_hold_between_processes(tmp_path: Path) -> None:
    with Log(tmp_path / "log.db") as one, Log(tmp_path / "log.db") as other:
        first = one.append(keyed("k", "a"))
        assert other.append(keyed("k", "b")) == first
    with Log(tmp_path / "log.db") as later:
        assert later.append(keyed("k", "c")) == first


def test_of_many_threads_one_writes(make_store: Callable[[], Store]) -> None:
    store = make_store()
    outcomes: list[object] = []
    threads = [threading.Thread(target=lambda: outcomes.extend(settled(store, [keyed("k", "a")]))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(store.read("s")) == 1
    assert sum(isinstance(outcome, Repeated) for outcome in outcomes) == 7
    store.close()


def test_what_a_branch_copies_is_not_written_under_the_keys_of_the_older_run(store: Store) -> None:
    started = Draft("step.started", {"step": "a", "attempt": 1}, "r")
    ended = Draft("step.ended", {"step": "a", "attempt": 1, "outcome": "ok", "result": 1}, "r")
    settled(store, [Append("r", [started], key="r/a/1"), Append("r", [ended], key="r/end")])
    assert all("once" not in draft.data for draft in copies(store.read("r"), "branch", lambda _: True))


# -- files ------------------------------------------------------------------------------------------------------------


def file_with_key(tmp_path: Path) -> Path:
    path = tmp_path / "log.db"
    with Log(path) as log:
        log.append(keyed("k", "a", "b"))
    return path


def changed(path: Path, statement: str) -> None:
    connection = sqlite3.connect(path)
    connection.execute(statement)
    connection.commit()
    connection.close()


@pytest.mark.parametrize(
    ("statement", "damage"),
    [
        ("delete from keys", "table keys, key 'k': it is missing"),
        ("update keys set event = 1", "table keys, key 'k': it is not what the events say"),
        ("insert into keys values ('x', 1)", "table keys, key 'x': no event tells of it"),
    ],
)
def test_keys_that_do_not_follow_from_events_are_damage(tmp_path: Path, statement: str, damage: str) -> None:
    path = file_with_key(tmp_path)
    assert verify(path) == []
    changed(path, statement)
    assert [str(one) for one in verify(path)] == [damage]


def test_an_export_carries_its_keys(tmp_path: Path) -> None:
    lines = tmp_path / "log.jsonl"
    lines.write_text("".join(f"{line}\n" for line in export(file_with_key(tmp_path))))
    assert verify_export(lines) == []
    assert '"once":{"events":2,"key":"k"}' in lines.read_text()


def test_a_file_of_the_first_format_is_read_as_it_is_and_gets_its_keys_when_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    with Log(path) as log:
        log.append(Append("s", [Draft("a")]))
    turn_back(path, 1)
    assert verify(path) == []
    store = SqliteStore(path)
    [first] = settled(store, [keyed("k", "b")])
    assert settled(store, [keyed("k", "b")]) == [first]
    store.close()
    assert verify(path) == []
