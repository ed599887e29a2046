"""What goes wrong with a file: a full disk, a lock, damage, no right to write. A clear error, and nothing is lost."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from duotone.errors import LogBusy, LogClosed, LogCorrupt, LogUnwritable
from duotone.runtime.log import Log, SqliteStore
from duotone.runtime.log.verify import verify
from tests.runtime.log.conftest import appending, settled
from tests.runtime.log.logs import python, write_sample


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "log.db"


def mounted(directory: Path, options: str) -> bool:
    """Say whether a small filesystem of its own could be put on a directory."""
    mount = shutil.which("mount")
    if mount is None or sys.platform != "linux" or os.geteuid():
        return False
    command = [mount, "-t", "tmpfs", "-o", options, "tmpfs", str(directory)]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    directory = tmp_path / "disk"
    directory.mkdir()
    if not mounted(directory, "size=400k"):
        pytest.skip("a filesystem can't be mounted here")
    yield directory
    subprocess.run(["umount", str(directory)], check=True)  # noqa: S607  # there is one


def test_a_full_disk_refuses_what_does_not_fit_and_keeps_what_was_acknowledged(small_disk: Path) -> None:
    path, ballast = small_disk / "log.db", small_disk / "ballast"
    ballast.write_bytes(b"x" * 100_000)
    log = Log(path)
    kept = 0
    refused: LogUnwritable | None = None
    while refused is None:
        try:
            log.append(appending("s", "a", x="x" * 5_000))
            kept += 1
        except LogUnwritable as error:
            refused = error
    assert (refused.path, refused.reason) == (str(path), "database or disk is full")
    assert log.head("s") == kept > 0
    with pytest.raises(LogUnwritable, match="less than 256 KiB"):
        log.store.check_writable()
    ballast.unlink()
    log.append(appending("s", "b"))
    log.close()
    assert verify(path) == []
    with Log(path) as again:
        assert again.head("s") == kept + 1


FULL = """
import resource, signal, sys
from duotone.errors import LogUnwritable
from duotone.runtime.events import Append, Draft
from duotone.runtime.log import Log
log = Log(sys.argv[1], durability="normal")
log.append(Append("s", [Draft("a")]))
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, resource.RLIM_INFINITY))
kept = 1
try:
    while True:
        log.append(Append("s", [Draft("a", {"x": "x" * 5000})]))
        kept += 1
except LogUnwritable as error:
    assert log.head("s") == kept
    print(kept)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
log.append(Append("s", [Draft("b")]))
log.close()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="has no limits for the size of files")
def test_a_file_that_may_not_grow_refuses_what_does_not_fit(path: Path) -> None:
    with python(FULL, path) as child:
        out, err = child.communicate(timeout=50)
    assert (err, child.returncode) == ("", 0)
    assert verify(path) == []
    with Log(path) as log:
        assert log.head("s") == int(out) + 1


def test_a_database_that_is_full_fails_every_append_of_its_commit_with_an_error_of_its_own(path: Path) -> None:
    store = SqliteStore(path)
    with store._connections.writer() as connection:
        [pages] = connection.execute("pragma page_count").fetchone()
        connection.execute(f"pragma max_page_count = {pages + 2}")
    with pytest.raises(LogUnwritable, match="full"):
        settled(store, [appending("s", "a", x="x" * 50_000), appending("t", "a")])
    assert store.sessions() == []
    assert settled(store, [appending("t", "a")]) == [store.read("t")]
    store.close()
    assert verify(path) == []


def test_a_log_that_somebody_else_holds_for_too_long_is_busy(path: Path) -> None:
    store = SqliteStore(path, busy=0.05)
    store.open()
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("begin immediate")
    with pytest.raises(LogBusy, match=r"locked by another process for over 0\.05 s"):
        store.commit([appending("s", "a")], [])
    with pytest.raises(LogBusy):
        store.keep_snapshot("s", 1, {})
    assert store.read("s") == []
    other.execute("rollback")
    store.commit([appending("s", "a")], [])
    assert len(store.read("s")) == 1
    other.close()
    store.close()


def test_a_file_that_is_locked_while_it_is_made_is_busy(path: Path) -> None:
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("begin exclusive")
    with pytest.raises(LogBusy):
        SqliteStore(path, busy=0.05).open()
    other.close()
    with Log(path) as log:
        log.append(appending("s", "a"))


def test_a_page_that_is_damaged_is_said_to_be_and_the_rest_can_be_read(path: Path) -> None:
    write_sample(path, sessions=60)
    data = bytearray(path.read_bytes())
    page = next(
        start
        for start in range(len(data) // 2 // 512 * 512, len(data), 512)
        if b"run.started" in data[start : start + 512]
    )
    data[page : page + 512] = bytes(512)
    path.write_bytes(data)
    with Log(path) as log:
        with pytest.raises(LogCorrupt, match="malformed"):
            list(map(log.read, [f"session-{number}" for number in range(60)]))
        assert len(log.sessions()) == 60
    assert any(damage.where == "its pages" for damage in verify(path))


def test_a_text_that_is_none_is_said_to_be_damaged(path: Path) -> None:
    write_sample(path)
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("update events set data = cast(x'ff' as text) where id = 1")
    connection.close()
    with Log(path) as log, pytest.raises(LogCorrupt, match="UTF-8"):
        log.read("session-0")


@pytest.fixture
def unwritable(tmp_path: Path) -> Iterator[Path]:
    """A log on which nobody may write, root included."""
    directory = tmp_path / "disk"
    directory.mkdir()
    write_sample(directory / "log.db")
    if os.geteuid():
        (directory / "log.db").chmod(0o400)
        directory.chmod(0o500)
        yield directory / "log.db"
        directory.chmod(0o700)
        return
    data = (directory / "log.db").read_bytes()
    if not mounted(directory, "size=400k"):
        pytest.skip("a filesystem can't be mounted here")
    (directory / "log.db").write_bytes(data)
    subprocess.run(["mount", "-o", "remount,ro", str(directory)], check=True)  # noqa: S607  # there is one
    yield directory / "log.db"
    subprocess.run(["umount", str(directory)], check=True)  # noqa: S607  # the same


@pytest.mark.skipif(sys.platform == "win32", reason="needs permissions")
def test_a_log_that_can_only_be_read_verifies_and_refuses_appends(unwritable: Path) -> None:
    assert verify(unwritable) == []
    log = Log(unwritable)
    with pytest.raises(LogUnwritable, match="can't be written"):
        log.append(appending("s", "a"))
    with pytest.raises(LogUnwritable, match="can't be written"):
        log.store.check_writable()
    with pytest.raises(LogUnwritable, match=r"log\.db-owners"):
        log.owner()
    log.close()


def test_a_directory_that_is_not_there_is_one_clear_error(tmp_path: Path) -> None:
    for path in (tmp_path / "nowhere" / "log.db", tmp_path):
        with pytest.raises(LogUnwritable, match="unable to open database file"), Log(path):
            pass


def test_an_unknown_durability_is_refused(path: Path) -> None:
    with pytest.raises(ValueError, match="durability='some' is unknown; it is 'full' or 'normal'"):
        Log(path, durability="some")  # type: ignore[arg-type]  # the point


@pytest.mark.parametrize(("durability", "expected"), [("full", 2), ("normal", 1)])
def test_durability_is_the_setting_of_sqlite(durability: str, expected: int, path: Path) -> None:
    store = SqliteStore(path, durability=durability)  # type: ignore[arg-type]  # one of the two
    with store._connections.writer() as connection:
        assert connection.execute("pragma synchronous").fetchone() == (expected,)
        assert connection.execute("pragma journal_mode").fetchone() == ("wal",)
    store.close()


def test_a_transaction_whose_end_was_interrupted_twice_is_rolled_back_by_the_next(path: Path) -> None:
    store = SqliteStore(path)
    with store._connections.writer() as connection:
        connection.execute("begin immediate")
        connection.execute("insert into heads values ('x', 1, 1, '', 0)")
    store.commit([appending("s", "a")], [])
    assert [row.session for row in store.sessions()] == ["s"]
    store.close()


def test_an_error_of_sqlite_that_means_nothing_else_is_raised_as_it_is(path: Path) -> None:
    store = SqliteStore(path)
    with pytest.raises(sqlite3.OperationalError, match="no such table"), store._connections.reader() as connection:
        connection.execute("select * from nowhere")
    store.close()


def test_readers_that_are_lent_when_the_log_closes_are_closed_when_they_come_back(path: Path) -> None:
    store = SqliteStore(path)
    with store._connections.reader() as connection:
        store.close()
        assert connection.execute("select 1").fetchone() == (1,)
    with pytest.raises(sqlite3.ProgrammingError):
        connection.execute("select 1")
    with pytest.raises(LogClosed):
        store.last()


def test_only_a_few_readers_stay_open(path: Path) -> None:
    from contextlib import ExitStack

    store = SqliteStore(path)
    with ExitStack() as stack:
        connections = {stack.enter_context(store._connections.reader()) for _ in range(8)}
        assert len(connections) == 8
    assert len(store._connections._readers) == 4
    store.close()
