"""`duotone migrate`: what it prints, how it ends, and what is left where it was ended in the middle."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from duotone.runtime.log.addresses import Address
from duotone.runtime.log.postgres import PostgresStore
from duotone.runtime.log.postgres.driver import psycopg
from duotone.runtime.log.verify import verify
from tests.cli.conftest import Project
from tests.cli.terminals import in_terminal
from tests.cli.test_missing_extras import WITHOUT, asked
from tests.meta.sources import ROOT
from tests.postgresql import PostgresServer
from tests.runtime.log.logs import write_sample


@pytest.fixture
def log(project: Project) -> Path:
    path = project.root / "log.db"
    write_sample(path)
    return path


@pytest.fixture
def address(postgres: PostgresServer) -> str:
    """A database with the tables of a log, and nothing in them."""
    found = postgres.emptied()
    assert last_of(found) == 0
    return found


def last_of(address: str) -> int:
    store = PostgresStore(address)
    try:
        return store.last()
    finally:
        store.close()


def test_what_was_brought_is_told_in_a_line_and_where_the_rest_is(project: Project, log: Path, address: str) -> None:
    done = project.run("migrate", "log.db", address)
    assert (done.code, done.out) == (0, f"{address}: whole, 12 events of 3 sessions, 3 runs, 3 promises\n")
    assert done.err.startswith("log.db is as it was; name the new place with --log or DUOTONE_LOG")
    assert project.run("log", "verify", address).out == f"{address}: whole\n"


def test_a_program_reads_json_and_who_wants_nothing_hears_nothing(project: Project, log: Path) -> None:
    done = project.run("migrate", "log.db", "new.db", "--json")
    told = {"from": "log.db", "to": "new.db", "events": 12, "sessions": 3, "runs": 3, "promises": 3, "last": 12}
    assert (done.code, json.loads(done.out), done.err) == (0, told, "")
    done = project.run("migrate", "new.db", "newer.db", "--quiet")
    assert (done.code, done.out, done.err) == (0, "", "")


def test_a_damaged_log_is_a_line_for_each_damage_and_exit_1(project: Project, log: Path) -> None:
    connection = sqlite3.connect(log, isolation_level=None)
    connection.execute("update events set kind = 'other' where id in (2, 6)")
    connection.close()
    done = project.run("migrate", "log.db", "new.db")
    assert done.code == 1
    assert [line.split(": ")[:3] for line in done.out.splitlines()] == [
        ["log.db", "damaged", "event 2"],
        ["log.db", "damaged", "event 6"],
    ]
    assert done.err.startswith("nothing was brought to new.db; go on from a copy")
    assert not (project.root / "new.db").exists()


def test_a_terminal_sees_how_far_it_is_and_a_clean_line_after_it(log: Path) -> None:
    with in_terminal(log.parent, "migrate", "log.db", "new.db") as terminal:
        assert terminal.end() == 0
    assert "12/12 events verified\r" in terminal.text
    assert "12/12 events copied\r" in terminal.text
    assert "12/12 events verified in their new place\rnew.db: whole, 12 events" in terminal.text


@contextlib.contextmanager
def in_the_middle(log: Path, address: str) -> Iterator[subprocess.Popen[str]]:
    """A migration that has copied all events, and waits for a table that somebody holds."""
    holder = psycopg().connect(address, autocommit=True)
    with contextlib.closing(holder):
        holder.execute("begin")
        # Whoever counts its rows gets past this, and whoever writes to it does not.
        holder.execute("lock table duotone.snapshots in share mode")
        command = [sys.executable, "-m", "duotone", "migrate", "log.db", address]
        pipe = subprocess.PIPE
        with subprocess.Popen(command, cwd=log.parent, stdout=pipe, stderr=pipe, text=True) as process:
            try:
                waits = "select 1 from pg_locks where not granted and relation = 'duotone.snapshots'::regclass"
                deadline = time.monotonic() + 50
                while not holder.execute(waits).fetchall():
                    assert process.poll() is None, process.communicate()
                    assert time.monotonic() < deadline
                    time.sleep(0.02)
                yield process
            finally:
                process.kill()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_one_that_is_ended_in_the_middle_leaves_nothing_and_can_be_begun_again(
    number: signal.Signals, project: Project, log: Path, address: str
) -> None:
    before = log.read_bytes()
    with in_the_middle(log, address) as process:
        os.kill(process.pid, number)
        out, err = process.communicate(timeout=50)
    assert (process.returncode, out, err) == (
        (130, "", "interrupted\n") if number == signal.SIGINT else (-signal.SIGKILL, "", "")
    )
    assert last_of(address) == 0
    assert log.read_bytes() == before
    assert project.run("migrate", "log.db", address).code == 0
    assert verify(Address(address)) == []


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["nothing.db", "new.db"], "error: there is no log 'nothing.db'; name the file of one"),
        (["text.txt", "new.db"], "error: the log text.txt is damaged at its first bytes: it is no SQLite database"),
        (["log.db", "log.db"], "error: log.db is to be brought to where it is"),
        (["log.db", "text.txt"], "error: text.txt is not empty (there is a file of that name)"),
        (["log.db", "nowhere/new.db"], "error: the log nowhere/new.db can't be written (its directory is not there"),
        (["log.db", "postgresql://me:hush@127.0.0.1:1/x"], "error: the log postgresql://me@127.0.0.1:1/x can't be re"),
        (["log.db", "mysql://me:hush@db/x"], "error: argument TO: the address of the log is none of PostgreSQL's"),
        (["log.db"], "error: the following arguments are required: TO"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(arguments: list[str], expected: str, project: Project, log: Path) -> None:
    project.write("text.txt", "no log\n")
    done = project.run("migrate", *arguments)
    assert (done.code, done.out) == (2, "")
    [line] = done.err.splitlines()
    assert line.startswith(expected)
    assert "hush" not in line
    assert not (project.root / "new.db").exists()


def test_a_database_that_is_of_no_use_is_one_line_and_exit_2(
    project: Project, log: Path, postgres: PostgresServer
) -> None:
    name = postgres.fresh().rpartition("/")[2]
    postgres.execute(f"create role stranger_{name} login")
    expected = {
        postgres.address(name, f"stranger_{name}"): "can't be written (permission denied for database",
        postgres.address(name, "nobody_there"): 'can\'t be reached (role "nobody_there" does not exist)',
        postgres.address("nothing"): 'can\'t be reached (database "nothing" does not exist)',
        postgres.fresh("template template0 encoding 'SQL_ASCII'"): "can't be written (its encoding is SQL_ASCII",
    }
    for address, words in expected.items():
        done = project.run("migrate", "log.db", address)
        assert (done.code, done.out) == (2, "")
        [line] = done.err.splitlines()
        assert words in line


def test_a_schema_of_another_version_is_one_line_and_exit_2(project: Project, log: Path, address: str) -> None:
    with contextlib.closing(psycopg().connect(address, autocommit=True)) as connection:
        connection.execute("update duotone.log set version = 99")
        try:
            done = project.run("migrate", "log.db", address)
        finally:
            connection.execute("update duotone.log set version = 1")
    assert done.code == 2
    assert done.err == (
        f"error: the log {address} has format 99, and this duotone knows formats up to 1; upgrade it: "
        "pip install -U duotone\n"
    )


def test_without_the_driver_it_says_what_to_install(log: Path) -> None:
    command = [sys.executable, "-c", WITHOUT, "psycopg", "migrate", "log.db", "postgresql://127.0.0.1:1/x"]
    code, out, err = asked(command, log.parent, PYTHONPATH=str(ROOT / "src"))
    assert (code, out) == (2, "")
    assert err == "error: a log on PostgreSQL needs the 'postgres' extra: pip install 'duotone[postgres]'\n"
