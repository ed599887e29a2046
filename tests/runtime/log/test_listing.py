"""Lists of runs: an index leads to each of them, in files of every version, however many runs there are."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from duotone.runtime.log import Log, Names, Selection
from duotone.runtime.log.schema import prepare, tables_of
from duotone.runtime.log.selecting import runs_query
from duotone.runtime.log.verify import verify
from duotone.runtime.log.views import LogView
from tests.runtime.log.logs import contents, turn_back, write_sample

MANY = 100_000
ADDED = tables_of(3).keys() - tables_of(2).keys()
ACME, REST = Names(("@acme.",)), Names(("@", "duotone."), is_inside=False)
PAGES = {
    "all": Selection(limit=50),
    "the next page": Selection(after="run-50000", limit=50),
    "of a session": Selection(session="s7", limit=50),
    "of a session in a state": Selection(session="s7", status="completed", limit=50),
    "in a state": Selection(status="waiting", limit=50),
    "in some states": Selection(status=("completed", "waiting", "failed"), limit=50),
    "in some states, the next page": Selection(status=("completed", "failed"), after="run-50000", limit=50),
    "of a kind": Selection(kind="saga", limit=50),
    "of a kind in a state": Selection(kind="turn", status="waiting", limit=50),
    "of a tenant": Selection(ACME, limit=50),
    "of a tenant, the next page": Selection(ACME, after="run-50000", limit=50),
    "of all others": Selection(REST, limit=50),
    "of all others in some states": Selection(REST, status=("waiting", "failed"), limit=50),
}
EVERY_PAGE = pytest.mark.parametrize("selection", PAGES.values(), ids=PAGES)


@pytest.fixture(scope="module")
def connection(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    """A file with many runs: of a thousand sessions, some of a tenant's, few sagas, and few that wait."""
    path = tmp_path_factory.mktemp("many") / "log.db"
    with Log(path) as log:
        log.wait(0, 0)
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.executemany("insert into runs values (?, ?, ?, 'n', ?, '', 1, '', ?)", map(row, range(MANY)))
        connection.commit()
        yield connection


def row(number: int) -> tuple[object, ...]:
    tenant = "@acme." if number % 100 == 0 else "@other." if number % 10 == 0 else ""
    kind = "saga" if number % 1000 == 0 else "turn"
    status = "waiting" if number % 2000 == 1 else "failed" if number % 7 == 0 else "completed"
    return f"run-{number}", f"{tenant}s{number % 1009}", kind, status, number


@EVERY_PAGE
def test_an_index_leads_to_each_page_in_its_order(selection: Selection, connection: sqlite3.Connection) -> None:
    query, values = runs_query(selection)
    plan = [detail for *_, detail in connection.execute(f"explain query plan {query}", values)]
    steps = [step for step in plan if step.startswith(("SCAN", "SEARCH")) and "PRIMARY KEY" not in step]
    assert steps
    assert all(" USING INDEX runs_by_" in step for step in steps), plan
    assert not any("TEMP B-TREE" in step for step in plan), plan


@EVERY_PAGE
def test_a_page_costs_the_same_however_many_runs_there_are(
    selection: Selection, connection: sqlite3.Connection
) -> None:
    turns = 0

    def count() -> None:
        nonlocal turns
        turns += 1

    connection.set_progress_handler(count, 1000)
    try:
        found = LogView(connection).select_runs(selection)
    finally:
        connection.set_progress_handler(None, 0)
    assert len(found) == 50 if selection.session is None else found
    assert turns < 30, f"{turns} thousand instructions"


@EVERY_PAGE
def test_a_page_is_what_a_look_at_every_run_gives(selection: Selection, connection: sqlite3.Connection) -> None:
    statuses = (selection.status,) if isinstance(selection.status, str) else selection.status
    last = MANY if selection.after is None else int(selection.after.removeprefix("run-"))
    wanted = [
        name
        for name, session, kind, status, _ in map(row, range(last - 1, -1, -1))
        if (selection.within is None or str(session) in selection.within)
        and selection.session in {None, session}
        and selection.kind in {None, kind}
        and (statuses is None or status in statuses)
    ]
    assert [one.run for one in LogView(connection).select_runs(selection)] == wanted[: selection.limit]


def indexes(path: Path) -> set[str]:
    with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        return {name for [name] in connection.execute("select name from sqlite_master where type = 'index'")}


def test_an_older_file_is_read_verified_and_gets_its_indexes_when_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    write_sample(path)
    whole = contents(path)
    turn_back(path, 2)
    assert verify(path) == []
    with contextlib.closing(sqlite3.connect(path)) as connection:
        view = LogView(connection)
        assert [one.run for one in view.select_runs(Selection(status=("completed", "failed"), limit=2))] == [
            "run-2",
            "session-1",
        ]
    assert not ADDED & indexes(path)
    with Log(path) as log:
        log.store.open()
    assert indexes(path) >= ADDED
    assert contents(path) == whole
    assert verify(path) == []


def test_an_older_file_that_can_only_be_read_is_read(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    write_sample(path)
    turn_back(path, 2)
    with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, isolation_level=None)) as connection:
        prepare(connection, str(path), 1.0)
        assert len(LogView(connection).select_runs(Selection())) == 3
    assert not ADDED & indexes(path)


def test_an_index_that_is_not_as_it_was_made_is_damage(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    write_sample(path)
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("drop index runs_by_first")
        connection.execute("create index runs_by_first on runs (fence)")
    assert [str(damage) for damage in verify(path)] == ["its schema: runs_by_first is not as it was made"]
