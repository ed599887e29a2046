"""A session of 100,000 events opens quickly from a snapshot."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from duotone.runtime.events import Append, Draft
from duotone.runtime.log import Log, SqliteStore
from tests.runtime.log.conftest import settled


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("long") / "log.db"
    store = SqliteStore(path, durability="normal")
    drafts = [Draft("step.ended", {"step": "s", "outcome": "ok"}, f"r{number % 50}") for number in range(999)]
    for _ in range(100):
        settled(store, [Append("long", [*drafts, Draft("session.ticked")])])
    store.keep_snapshot("long", 99_990, {"ticks": 99})
    store.close()
    return path


def test_a_session_of_100_000_events_opens_quickly_from_a_snapshot(path: Path) -> None:
    begun = time.process_time()
    with Log(path) as log:
        kept = log.snapshot("long")
        assert kept is not None
        events = log.read("long", after=kept.seq)
        assert (log.head("long"), len(events), kept.body) == (100_000, 10, {"ticks": 99})
    assert time.process_time() - begun < 0.1


def test_the_events_of_a_session_without_its_runs_are_found_quickly(path: Path) -> None:
    begun = time.process_time()
    with Log(path) as log:
        assert len(log.read("long", with_runs=False)) == 100
        assert len(log.read_run("r7")) == 2_000
    assert time.process_time() - begun < 0.3
