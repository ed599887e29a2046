"""A log is brought to another place whole, or not at all; where it was it stays as it was."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from duotone.errors import LogCorrupt, LogDriven, LogNotEmpty, LogTooNew, LogUnmovable, LogUnreachable, LogUnwritable
from duotone.runtime import Runtime, unit
from duotone.runtime.events import Append, Draft
from duotone.runtime.log import Log, SqliteStore, Store
from duotone.runtime.log.addresses import Address
from duotone.runtime.log.migration import Migrated, Migration
from duotone.runtime.log.postgres import PostgresStore
from duotone.runtime.log.postgres.driver import psycopg
from duotone.runtime.log.schema import FORMAT
from duotone.runtime.log.verify import verify
from tests.postgresql import PostgresServer
from tests.runtime.log.conftest import Clock, appending
from tests.runtime.log.logs import python, turn_back, write_sample

FULL = Migrated(events=15, sessions=6, runs=4, promises=4, last=18)


def fill(path: Path) -> None:
    """Write a log with something of everything: a session that was pruned, keys, snapshots, promises, runs."""
    write_sample(path)
    clock = Clock(20.0)
    store = SqliteStore(path, durability="normal", clock=clock)
    log = Log(store)
    log.append(Append("keyed", [Draft("a", {}), Draft("b", {"x": "é\0"})], key="once"))
    clock.now = 10.0
    log.append(appending("old", "run.started", "run.ended", run="gone", status="completed", kind="saga", fence=None))
    log.append(appending("old", "promise.kept", promise="kept", status="delivered"))
    store.prune(before=11.0)
    store.close()


def told_by(store: Store) -> tuple[object, ...]:
    """Everything that a log tells, wherever it is."""
    try:
        sessions, runs, promises = store.sessions(), store.runs(), store.promises()
        snapshots = [store.snapshot(row.session) for row in sessions]
        outcomes: list[Any] = []
        store.commit([Append("keyed", [Draft("a", {}), Draft("b", {})], key="once")], outcomes)
        return sessions, runs, promises, snapshots, store.read_all(), outcomes, store.last()
    finally:
        store.close()


def is_empty(address: str) -> bool:
    """Whether nobody would find anything of a log in a database."""
    store = PostgresStore(address)
    try:
        return (store.last(), store.sessions(), store.read_all()) == (0, [], [])
    finally:
        store.close()


def in_database(address: str, *statements: str) -> None:
    connection = psycopg().connect(address, autocommit=True)
    for statement in statements:
        connection.execute(statement)
    connection.close()


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "log.db"
    fill(path)
    return path


def test_a_file_goes_to_a_database_with_all_that_it_tells(source: Path, postgres: PostgresServer) -> None:
    before = source.read_bytes()
    address = Address(postgres.fresh())
    moved = Migration(source, address).carry_out()
    assert moved == FULL
    assert source.read_bytes() == before
    assert verify(address) == []
    assert told_by(PostgresStore(address)) == told_by(SqliteStore(source))


def test_a_database_goes_to_a_file_and_that_to_another_one(
    source: Path, postgres: PostgresServer, tmp_path: Path
) -> None:
    address = Address(postgres.emptied())
    Migration(source, address).carry_out()
    assert Migration(address, tmp_path / "back.db").carry_out() == FULL
    assert Migration(tmp_path / "back.db", tmp_path / "again.db").carry_out() == FULL
    assert verify(tmp_path / "again.db") == []
    assert told_by(SqliteStore(tmp_path / "again.db")) == told_by(SqliteStore(source))


@pytest.mark.parametrize("version", range(1, FORMAT))
def test_a_file_of_an_older_format_is_brought_along(version: int, postgres: PostgresServer, tmp_path: Path) -> None:
    write_sample(tmp_path / "log.db")
    turn_back(tmp_path / "log.db", version)
    address = Address(postgres.emptied())
    assert Migration(tmp_path / "log.db", address).carry_out().events == 12
    assert verify(address) == []


def test_large_events_and_many_are_copied_in_pieces(postgres: PostgresServer, tmp_path: Path) -> None:
    with Log(tmp_path / "log.db", durability="normal") as log:
        log.append(appending("many", *["a"] * 2_500))
        for number in range(4):
            log.append(appending(f"large-{number}", "b", text="x" * 700_000))
    told: list[tuple[str, int, int]] = []
    address = Address(postgres.emptied())
    Migration(tmp_path / "log.db", address, lambda *said: told.append(said)).carry_out()
    assert [done for what, done, _ in told if what == "copy"] == [1_000, 2_000, 2_502, 2_504]
    assert {what for what, _, _ in told} == {"verify", "copy", "verify the copy"}
    assert all(total == 2_504 for _, _, total in told)


DIES = """
import os, sys
from duotone.runtime import Runtime, unit

def first():
    with open(sys.argv[2], "a") as file:
        file.write("first ")
    return 1

@unit(idempotent=True)
def second():
    os._exit(3)

steps = [{"id": "one", "function": "first"}, {"id": "two", "function": "second", "needs": ["one"]}]
with Runtime(sys.argv[1], units={"first": first, "second": second}) as runtime:
    runtime.run_workflow({"name": "both", "steps": steps}, id="r1")
"""


def test_a_run_that_was_cut_off_goes_on_in_the_new_place(postgres: PostgresServer, tmp_path: Path) -> None:
    path, counted = tmp_path / "log.db", tmp_path / "counted"
    with python(DIES, path, counted) as process:
        assert process.wait(50) == 3, process.communicate()
    address = postgres.emptied()
    Migration(path, Address(address)).carry_out()

    def first() -> int:
        message = "it is committed"
        raise AssertionError(message)

    @unit(idempotent=True)
    def second() -> int:
        with counted.open("a") as file:
            file.write("second")
        return 2

    with Runtime(address, units={"first": first, "second": second}) as runtime:
        [result] = runtime.recover()
        assert (result.run, result.status) == ("r1", "completed")
    assert counted.read_text() == "first second"
    assert verify(Address(address)) == []


# -- refused --------------------------------------------------------------------------------------------------------


def test_a_place_with_a_log_is_refused_and_stays_as_it_is(
    source: Path, postgres: PostgresServer, tmp_path: Path
) -> None:
    address = Address(postgres.emptied())
    Migration(source, address).carry_out()
    with pytest.raises(LogNotEmpty, match=r"is not empty \(table events has 15 rows\)"):
        Migration(source, address).carry_out()
    assert verify(address) == []
    (tmp_path / "there.db").write_text("mine")
    with pytest.raises(LogNotEmpty, match="there is a file of that name"):
        Migration(source, tmp_path / "there.db").carry_out()
    assert (tmp_path / "there.db").read_text() == "mine"


def test_a_file_that_comes_up_meanwhile_is_not_written_over(source: Path, tmp_path: Path) -> None:
    target = tmp_path / "new.db"

    def intrude(what: str, _done: int, _total: int) -> None:
        if what == "copy":
            target.write_text("mine")

    with pytest.raises(LogNotEmpty):
        Migration(source, target, intrude).carry_out()
    assert target.read_text() == "mine"
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_a_log_that_somebody_drives_is_refused(source: Path, postgres: PostgresServer, tmp_path: Path) -> None:
    address = Address(postgres.emptied())
    there, back = Migration(source, address), Migration(address, tmp_path / "back.db")
    for place, migration in ((source, there), (address, back)):
        with Runtime(place) as runtime:
            with pytest.raises(LogDriven, match=r" is in use \(") as caught:
                migration.carry_out()
            assert caught.value.owners == (runtime.log.owner(),)
        migration.carry_out()


def test_a_log_that_goes_on_meanwhile_is_not_left_behind(source: Path, postgres: PostgresServer) -> None:
    address = postgres.emptied()
    with SqliteWriter(source) as write, pytest.raises(LogDriven, match="somebody has written to it meanwhile"):
        Migration(source, Address(address), lambda what, *_: write() if what == "copy" else None).carry_out()
    assert is_empty(address)


class SqliteWriter:
    """Appends to a log without driving runs of it."""

    def __init__(self, path: Path) -> None:
        self._store = SqliteStore(path, durability="normal")

    def __enter__(self) -> Callable[[], None]:
        return lambda: self._store.commit([appending("late", "a")], [])

    def __exit__(self, *exc_info: object) -> None:
        self._store.close()


def test_a_damaged_log_is_refused_with_all_its_damage(source: Path, postgres: PostgresServer) -> None:
    connection = sqlite3.connect(source, isolation_level=None)
    connection.execute("update events set kind = 'other' where id in (2, 6)")
    connection.close()
    address = postgres.emptied()
    migration = Migration(source, Address(address))
    with pytest.raises(LogCorrupt, match="event 2"):
        migration.carry_out()
    assert [damage.where for damage in migration.damages] == ["event 2", "event 6"]
    assert is_empty(address)


def test_a_row_that_only_the_copy_lacks_is_found(source: Path, postgres: PostgresServer) -> None:
    """The rows of sessions that were pruned follow from no event, so that the chain can't tell."""
    address = postgres.emptied()
    assert is_empty(address)  # which makes its tables
    in_database(
        address,
        "create function duotone.lose() returns trigger language plpgsql as 'begin return null; end'",
        "create trigger lose before insert on duotone.runs for each row when (new.run = 'gone') "
        "execute function duotone.lose()",
    )
    try:
        with pytest.raises(LogCorrupt, match="at table runs: it is not what was copied"):
            Migration(source, Address(address)).carry_out()
        assert is_empty(address)
    finally:
        in_database(address, "drop function duotone.lose() cascade")


def test_logs_of_newer_versions_are_refused(source: Path, postgres: PostgresServer) -> None:
    address = postgres.emptied()
    assert is_empty(address)  # which makes its tables
    in_database(address, "update duotone.log set version = version + 1")
    try:
        with pytest.raises(LogTooNew, match="the log postgresql://"):
            Migration(source, Address(address)).carry_out()
    finally:
        in_database(address, "update duotone.log set version = version - 1")
    connection = sqlite3.connect(source)
    connection.execute(f"pragma user_version = {FORMAT + 1}")
    connection.close()
    with pytest.raises(LogTooNew, match=r"log\.db has format"):
        Migration(source, Address(address)).carry_out()


def test_a_name_that_a_database_cannot_hold_is_named(source: Path, postgres: PostgresServer) -> None:
    with Log(source, durability="normal") as log:
        log.append(appending("a\0b", "x"))
    address = postgres.emptied()
    with pytest.raises(LogUnmovable, match=r"can't hold the row 19 of table events: PostgreSQL has no null characters"):
        Migration(source, Address(address)).carry_out()
    assert is_empty(address)


def test_a_connection_that_is_lost_in_the_middle_leaves_nothing(source: Path, postgres: PostgresServer) -> None:
    address = postgres.fresh()

    def cut(what: str, _done: int, _total: int) -> None:
        if what == "verify the copy":
            ends = "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'duotone migrate'"
            postgres.execute(ends)

    with pytest.raises(LogUnreachable):
        Migration(source, Address(address), cut).carry_out()
    assert postgres.execute("select to_regnamespace('duotone') is null", Address(address).secret.rpartition("/")[2])
    assert is_empty(address)
    Migration(source, Address(address)).carry_out()


def test_a_user_without_rights_is_told_what_to_grant(source: Path, postgres: PostgresServer) -> None:
    address = postgres.fresh()
    name = address.rpartition("/")[2]
    postgres.execute(f"create role mover_{name} login")
    with pytest.raises(LogUnwritable, match="grant what is missing"):
        Migration(source, Address(postgres.address(name, f"mover_{name}"))).carry_out()


def test_a_directory_that_is_not_there_is_named(source: Path, tmp_path: Path) -> None:
    with pytest.raises(LogUnwritable, match="its directory is not there"):
        Migration(source, tmp_path / "nowhere" / "log.db").carry_out()
