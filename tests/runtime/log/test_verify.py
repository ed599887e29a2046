"""Damage of every kind is found and named, and a log that is whole verifies."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

from duotone.errors import DuotoneError, LogCorrupt, LogTooNew, NoSuchPath
from duotone.runtime.log import Log, SqliteStore
from duotone.runtime.log.schema import FORMAT
from duotone.runtime.log.verify import verify
from tests.runtime.log.conftest import Clock, appending
from tests.runtime.log.logs import contents, flipped, write_sample


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "log.db"
    write_sample(path)
    return path


def change(path: Path, statement: str, *values: object) -> list[str]:
    """Change a log behind its back, and return what verifying finds."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute(statement, values)
    connection.close()
    return [str(damage) for damage in verify(path)]


def test_a_whole_log_verifies_while_it_is_open_and_when_it_is_closed(path: Path) -> None:
    assert verify(path) == []
    with Log(path) as log:
        log.append(appending("s", "a"))
        assert verify(path) == []
        log.append(appending("s", "b"))
    assert verify(path) == []


def test_a_log_whose_clock_jumped_verifies(tmp_path: Path, clock: Clock) -> None:
    store = SqliteStore(tmp_path / "log.db", clock=clock)
    for now in (10.0, 5.0, 6.0, 20.0, 19.0):
        clock.now = now
        store.commit([appending("s", "a")], [])
    store.close()
    assert verify(tmp_path / "log.db") == []


@pytest.mark.parametrize(
    ("column", "value"),
    [("kind", "other"), ("data", '{"step":"e"}'), ("at", 3.25), ("run", None), ("hash", "f" * 64)],
)
def test_a_changed_event_is_the_only_one_that_is_named(column: str, value: object, path: Path) -> None:
    found = change(path, f"update events set {column} = ? where id = 2", value)  # noqa: S608  # the names are our own
    assert [line for line in found if line.startswith("event ")]
    assert {line.partition(":")[0] for line in found if line.startswith("event ")} == {"event 2"}


def test_an_event_that_is_missing_makes_the_next_one_wrong(path: Path) -> None:
    assert "event 3: it is number 3 of session 'session-0', after 1" in change(path, "delete from events where id = 2")


def test_a_last_event_that_is_missing_is_seen_at_the_head(path: Path) -> None:
    found = change(path, "delete from events where session = 'session-1' and seq = 4")
    assert "table heads, session 'session-1': it is not what the events say" in found
    assert "table runs, run 'session-1': it is not what the events say" in found


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("update heads set seq = 9 where session = 'session-1'", "table heads, session 'session-1': it is not what"),
        ("update runs set status = 'failed' where run = 'run-0'", "table runs, run 'run-0': it is not what"),
        ("update runs set first = 9 where run = 'run-0'", "table runs, run 'run-0': it is not what"),
        ("update outbox set status = 'kept' where promise = 'p1'", "table outbox, promise 'p1': it is not what"),
        ("delete from outbox where promise = 'p1'", "table outbox, promise 'p1': it is missing"),
        ("insert into outbox values ('p9', 's', null, 'open', 1)", "table outbox, promise 'p9': no event tells of it"),
        ("update snapshots set body = '{}'", "table snapshots, session 'session-0': its digest is wrong"),
        ("update snapshots set seq = 99", "table snapshots, session 'session-0': its digest is wrong"),
        ("drop index events_by_run", "its schema: events_by_run is not as it was made"),
        ("create table more (x)", "its schema: more is not as it was made"),
        ("drop table outbox", "its derived tables: it can't be read (no such table: outbox)"),
        ("drop table events", "the events past 0: they can't be read (no such table: events)"),
        ("pragma journal_mode = delete", "its header: it doesn't say that there is a write-ahead log"),
    ],
)
def test_what_is_derived_from_events_must_follow_from_them(statement: str, expected: str, path: Path) -> None:
    assert any(line.startswith(expected) for line in change(path, statement))


def test_a_snapshot_that_was_changed_is_refused_when_it_is_asked_for(path: Path) -> None:
    change(path, "update snapshots set body = '{}'")
    with Log(path) as log, pytest.raises(LogCorrupt, match="table snapshots, session 'session-1'"):
        log.snapshot("session-1")


def test_events_that_no_writer_of_ours_makes_are_named(path: Path) -> None:
    found = change(path, "update events set data = ? where id = 1", '{"status":3}')
    assert any(line.startswith("event 1: 'status' of an event must be text") for line in found)
    found = change(path, "update events set seq = 1.5 where id = 1")
    assert "event 1: a number in it is none" in found
    assert "event 3: a text in it is none" in change(path, "update events set kind = x'61' where id = 3")
    found = change(path, "update events set data = cast(x'ff' as text) where id = 5")
    assert any(line.startswith("event 5: 'utf-8' codec can't decode") for line in found)


@pytest.mark.parametrize("place", [18, 19, 24, 47, 56, 60, 68, 92])
def test_a_changed_byte_of_the_header_is_named_or_harmless(place: int, path: Path) -> None:
    whole, data = contents(path), bytearray(path.read_bytes())
    data[place] ^= 0x7F
    path.write_bytes(data)
    try:
        assert verify(path) or contents(path) == whole
    except LogTooNew:
        assert place == 60


@pytest.mark.parametrize("step", [101, pytest.param(4, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("start", range(4))
def test_every_byte_of_a_file_is_found_or_harmless_when_it_is_changed(start: int, step: int, path: Path) -> None:
    """A sample of all bytes; harmless means that the log still tells exactly the same."""
    whole = contents(path)
    data = path.read_bytes()
    for place, changed in flipped(data, step, start):
        path.write_bytes(changed)
        try:
            found = [str(damage) for damage in verify(path)]
        except LogTooNew:
            continue
        if not found:
            assert contents(path) == whole, f"byte {place} was changed, and nothing was found"
        for beside in ("-wal", "-shm"):
            Path(f"{path}{beside}").unlink(missing_ok=True)


def left_open(path: Path, copy: Path) -> None:
    """Copy a log as it lies there while it is open: with a write-ahead log that holds what is new."""
    with Log(path) as log:
        log.append(appending("s", "a"))
        log.append(appending("s", "b"))
        log.append(appending("s", "c"))
        for beside in ("", "-wal", "-shm"):
            shutil.copy(f"{path}{beside}", f"{copy}{beside}")


@pytest.mark.parametrize("step", [211, pytest.param(1, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("has_index", [True, False])
def test_every_byte_of_a_write_ahead_log_is_found_or_harmless(
    has_index: bool,  # noqa: FBT001
    step: int,
    path: Path,
) -> None:
    copy = path.with_name("copy.db")
    left_open(path, copy)
    kept = {beside: Path(f"{copy}{beside}").read_bytes() for beside in ("", "-wal", "-shm")}
    assert verify(copy) == []
    whole = contents(copy)
    frame = 24 + 512
    for place, changed in flipped(kept["-wal"], step):
        for beside, data in kept.items():
            Path(f"{copy}{beside}").write_bytes(data)
        if not has_index:
            Path(f"{copy}-shm").unlink()
        Path(f"{copy}-wal").write_bytes(changed)
        found = [str(damage) for damage in verify(copy)]
        if not found and (has_index or place < len(changed) - frame):
            assert contents(copy) == whole, f"byte {place} was changed, and nothing was found"
        if found and place >= 32:
            assert found[0].startswith(f"the write-ahead log, frame {(place - 32) // frame + 1}:")


def test_what_was_cut_short_was_never_acknowledged_and_is_no_damage(path: Path) -> None:
    copy = path.with_name("copy.db")
    left_open(path, copy)
    Path(f"{copy}-shm").unlink()
    wal = Path(f"{copy}-wal")
    data = wal.read_bytes()
    for length in (0, 10, 32, 40, len(data) - 10, len(data) - 512):
        wal.write_bytes(data[:length])
        assert verify(copy) == []


def test_frames_of_an_earlier_time_are_no_damage(path: Path) -> None:
    with Log(path, durability="normal") as log:
        log.append(appending("s", "a", x="x" * 20_000))
        connection = sqlite3.connect(path)
        connection.execute("pragma wal_checkpoint(restart)")
        log.append(appending("s", "b"))
        assert verify(path) == []
        connection.close()


@pytest.mark.parametrize(
    ("data", "where"), [(b"", "its first bytes"), (b"hello", "its first bytes"), (b"SQLite format 3\0", "its header")]
)
def test_what_is_no_log_is_said_to_be_none(data: bytes, where: str, tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    path.write_bytes(data)
    [damage] = verify(path)
    assert damage.where in {where, "a page"}


def test_a_database_of_something_else_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    assert change_nothing(path) == ["its header: it is a database of something else than duotone"]
    with pytest.raises(LogCorrupt, match="something else"), Log(path):
        pass


def change_nothing(path: Path) -> list[str]:
    return change(path, "create table theirs (x)")


def test_an_empty_database_is_no_log_until_it_is_opened(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    assert change(path, "pragma user_version = 7") == ["its header: it has no tables"]
    with Log(path) as log:
        log.append(appending("s", "a"))
    assert verify(path) == []


def test_a_newer_format_is_refused_before_anything_is_touched(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute(f"pragma user_version = {FORMAT + 1}")
    connection.close()
    for look in (lambda: verify(path), lambda: Log(path).append(appending("s", "a")), lambda: Log(path).read("s")):
        with pytest.raises(LogTooNew, match=f"has format {FORMAT + 1}, and this duotone knows formats up to {FORMAT}"):
            look()
    assert change(path, "pragma user_version = 0") == ["its header: there is no format 0"]


def test_a_file_that_is_not_there_is_one_clear_error(tmp_path: Path) -> None:
    with pytest.raises(NoSuchPath, match="name the file of a log"):
        verify(tmp_path / "nothing.db")
    with pytest.raises(DuotoneError):
        verify(tmp_path)
