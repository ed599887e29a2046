"""Long tables of a log, seen page by page and counted, on both stores and through both faces."""

from __future__ import annotations

import pytest

from duotone.runtime.log import Names, Selection, Tally
from tests.runtime.log.conftest import Face

OURS, REST = Names(("@ours.",)), Names(("@", "duotone."), is_inside=False)


@pytest.fixture
def full(face: Face) -> Face:
    """Fill a log with runs and promises of three owners."""
    for number, session in enumerate(["a", "@ours.b", "@ours.c", "@other.d", "duotone.e", "f", "@ours0"]):
        face.add(session, "run.started", run=f"r{number}", status="running" if number % 2 else "failed", kind="saga")
        face.add(session, "promise.made", promise=f"p{number}", status="promised")
    face.add("a", "run.ended", run="r0", status="completed")
    return face


def test_runs_are_selected_the_last_one_first(full: Face) -> None:
    def runs(**wanted: object) -> list[str]:
        return [row.run for row in full.select_runs(Selection(**wanted))]  # type: ignore[arg-type]  # as they are named

    assert runs() == ["r6", "r5", "r4", "r3", "r2", "r1", "r0"]
    assert runs(within=OURS) == ["r2", "r1"]
    assert runs(within=REST) == ["r5", "r0"]
    assert runs(limit=2) == ["r6", "r5"]
    assert runs(limit=2, after="r5") == ["r4", "r3"]
    assert runs(after="nobody") == []
    assert runs(status="running", within=OURS) == ["r1"]
    assert runs(status=("running", "completed"), kind="saga", session="a") == ["r0"]
    assert runs(kind="workflow") == []


def test_promises_are_selected_the_last_one_first(full: Face) -> None:
    full.add("a", "promise.ready", promise="p0", status="pending")
    assert [row.promise for row in full.select_promises(Selection(limit=2))] == ["p0", "p6"]
    assert [row.promise for row in full.select_promises(Selection(within=OURS, after="p2"))] == ["p1"]
    assert [row.promise for row in full.select_promises(Selection(status="pending"))] == ["p0"]


def test_sessions_are_selected_by_name_and_by_what_they_began_with(full: Face) -> None:
    full.add("talk", "conversation.started", "run.started", run="r9", status="running")
    assert [row.session for row in full.select_sessions(Selection(within=REST))] == ["a", "f", "talk"]
    assert [row.session for row in full.select_sessions(Selection(within=REST, after="a", limit=1))] == ["f"]
    assert [row.session for row in full.select_sessions(Selection(kind="conversation.started"))] == ["talk"]


def test_a_log_is_counted_as_a_whole_and_in_part(full: Face) -> None:
    assert full.tally(OURS) == Tally(2, 4, {"failed": 1, "running": 1}, {"promised": 2})
    assert full.tally(REST) == Tally(2, 5, {"completed": 1, "running": 1}, {"promised": 2})
    assert (full.tally().sessions, full.tally().events) == (7, 15)


def test_a_page_of_a_run_can_be_read(full: Face) -> None:
    assert [event.kind for event in full.read_run("r0", limit=1)] == ["run.started"]
    assert [event.kind for event in full.read_run("r0", after=1, limit=1)] == ["run.ended"]
