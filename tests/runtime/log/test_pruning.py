"""Sessions that are over are removed from a log, and what is left still verifies."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from duotone.cli.log import main
from duotone.runtime.log import Log, SqliteStore
from duotone.runtime.log.export import export, verify_export
from duotone.runtime.log.postgres import PostgresStore
from duotone.runtime.log.pruning import PRUNINGS, Pruned
from duotone.runtime.log.verify import verify
from tests.postgresql import PostgresServer
from tests.runtime.log.conftest import Clock, appending

LATE = 2_000.0


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> Iterator[SqliteStore | PostgresStore]:
    made: SqliteStore | PostgresStore
    if request.param == "sqlite":
        made = SqliteStore(tmp_path / "log.db", durability="normal", clock=clock)
    else:
        server: PostgresServer = request.getfixturevalue("postgres")
        made = PostgresStore(server.emptied(), durability="normal", clock=clock)
    yield made
    made.close()


@pytest.fixture
def checked(store: SqliteStore | PostgresStore) -> Callable[[], list[str]]:
    def check() -> list[str]:
        place = Path(store.name) if isinstance(store, SqliteStore) else store.address
        return [str(damage) for damage in verify(place)]

    return check


@pytest.fixture
def full(store: SqliteStore | PostgresStore) -> Log:
    log = Log(store)
    log.append(appending("done", "run.started", run="r1", status="running", fence=None))
    log.append(appending("done", "step.started", "step.ended", run="r1"))
    log.append(appending("done", "run.ended", run="r1", status="completed"))
    log.append(appending("done", "promise.made", promise="p1", status="promised"))
    log.append(appending("done", "promise.kept", promise="p1", status="delivered"))
    log.keep_snapshot("done", 3, {"x": 1})
    log.append(appending("going", "run.started", run="r2", status="running"))
    log.append(appending("waiting", "run.started", "run.waiting", run="r3", status="waiting"))
    log.append(appending("promising", "promise.made", promise="p2", status="promised"))
    log.append(appending("governed", "session.created"))
    log.append(appending("archived", "session.created", "session.archived"))
    log.append(appending("duotone.sessions", "x"))
    return log


def kept(log: Log) -> dict[str, int]:
    return {row.session: len(log.read(row.session)) for row in log.sessions()}


def test_what_is_over_is_removed_and_nothing_else(
    full: Log, store: SqliteStore | PostgresStore, checked: Callable[[], list[str]]
) -> None:
    assert store.prune(500.0) == Pruned()
    assert store.prune(LATE) == Pruned(2, 8)
    assert kept(full) == {
        "archived": 0,
        "done": 0,
        "duotone.prunings": 1,
        "duotone.sessions": 1,
        "going": 1,
        "governed": 1,
        "promising": 1,
        "waiting": 2,
    }
    assert checked() == []
    assert store.prune(LATE) == Pruned()
    assert full.run("r1").status == "completed"  # type: ignore[union-attr]  # what has run is not run again
    assert full.snapshot("done") is None
    assert full.last() == full.read(PRUNINGS)[0].id


def test_a_session_goes_on_past_its_anchor_with_the_same_chain(
    full: Log, store: SqliteStore | PostgresStore, checked: Callable[[], list[str]]
) -> None:
    head = full.head("done")
    store.prune(LATE, keep=2)
    assert [event.seq for event in full.read("done")] == [head - 1, head]
    assert checked() == []
    [event] = full.append(appending("done", "more", seq=head))
    assert event.seq == head + 1
    assert checked() == []
    store.prune(LATE)
    assert full.read("done") == []
    full.append(appending("done", "again", seq=head + 1))
    assert checked() == []


def test_an_anchor_that_was_changed_is_found(
    full: Log, store: SqliteStore | PostgresStore, checked: Callable[[], list[str]]
) -> None:
    store.prune(LATE)
    statement = "update anchors set seq = seq - 1 where session = 'archived'"
    if isinstance(store, SqliteStore):
        with store._connections.writer() as connection:
            connection.execute(statement)
    else:
        with store._writer.alone() as writer:
            writer.execute(statement)
    assert "table anchors: it is not what the last removal has told" in checked()


def test_an_export_of_what_is_left_verifies_on_its_own(
    full: Log, store: SqliteStore | PostgresStore, tmp_path: Path
) -> None:
    store.prune(LATE, keep=1)
    place = Path(store.name) if isinstance(store, SqliteStore) else store.address
    lines = tmp_path / "log.jsonl"
    lines.write_text("".join(f"{line}\n" for line in export(place)))
    assert verify_export(lines) == []
    lines.write_text("".join(f"{line}\n" for line in export(place, "done")))
    assert verify_export(lines) == []


def test_a_key_whose_events_are_gone_can_be_written_again(full: Log, store: SqliteStore | PostgresStore) -> None:
    from dataclasses import replace

    keyed = replace(appending("keyed", "a"), key="k")
    full.append(keyed)
    store.prune(LATE)
    assert [event.seq for event in full.append(keyed)] == [2]


def test_the_command_prunes_verifies_and_shows_without_a_word_of_the_password(
    full: Log, store: SqliteStore | PostgresStore, capsys: pytest.CaptureFixture[str]
) -> None:
    place = store.name
    if isinstance(store, PostgresStore):
        place = store.address.secret.replace("duotone@", "duotone:hush@")
    assert main(["prune", place, "--before", "1d", "--keep", "1"]) == 0
    assert main(["verify", place]) == 0
    assert main(["show", place]) == 0
    assert main(["export", place]) == 0
    out = capsys.readouterr().out
    assert f"{store.name}: removed 6 events of 2 sessions\n{store.name}: whole\n" in out
    assert "session going" in out
    assert "hush" not in out
