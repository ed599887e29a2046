"""What a log promises, on both stores and through both faces."""

from __future__ import annotations

import asyncio
import threading
from itertools import pairwise
from pathlib import Path

import pytest

from duotone.errors import LogClosed, RunTaken, Stale
from duotone.runtime.events import GENESIS, Append, Draft, Json, encoded, link
from duotone.runtime.log import AsyncLog, Log, PromiseRow, RunRow, Store
from tests.runtime.log.conftest import Clock, Face, appending, settled


def test_what_append_returns_is_what_is_read_back(face: Face) -> None:
    given = face.append(Append("s", [Draft("a", {"x": (1, 2.5, None), "y": {"z": "é"}}), Draft("b", run="r")]))
    assert face.read("s") == given
    assert given[0].data == {"x": [1, 2.5, None], "y": {"z": "é"}}
    assert [(event.id, event.seq, event.kind, event.run) for event in given] == [(1, 1, "a", None), (2, 2, "b", "r")]


def test_each_event_is_chained_to_the_one_before_it_in_its_session(face: Face) -> None:
    face.add("s", "a", "b")
    face.add("other", "x")
    face.add("s", "c")
    events = face.read("s")
    for before, event in pairwise([None, *events]):
        assert event is not None
        place = (event.id, event.session, event.seq, event.kind, event.at, event.run)
        assert event.hash == link(before.hash if before else GENESIS, place, encoded(event.data))
    assert [event.id for event in events] == [1, 2, 4]
    assert face.read("other")[0].seq == 1


def test_what_other_sessions_get_along_with_an_append_is_written_with_it_or_not_at_all(face: Face) -> None:
    [given] = face.append(Append("s", [Draft("a")], 0, along=[("list", Draft("listed", {"of": "s"}))]))
    assert [event.kind for event in face.read_all()] == ["a", "listed"]
    assert given.kind == "a"
    with pytest.raises(Stale):
        face.append(Append("s", [Draft("b")], 0, along=[("list", Draft("listed", {"of": "s"}))]))
    assert len(face.read("list")) == 1


def test_a_part_of_a_session_can_be_read(face: Face) -> None:
    face.add("s", "a", "b")
    face.add("s", "c", run="r")
    face.add("s", "d")
    assert [event.kind for event in face.read("s", after=1)] == ["b", "c", "d"]
    assert [event.kind for event in face.read("s", after=1, limit=2)] == ["b", "c"]
    assert [event.kind for event in face.read("s", with_runs=False, limit=3)] == ["a", "b", "d"]
    assert [event.kind for event in face.read_run("r")] == ["c"]
    assert face.read_run("r", after=3) == []
    assert face.read("nobody") == []


def test_the_events_of_all_sessions_are_read_in_the_order_of_their_ids(face: Face) -> None:
    face.add("s", "a")
    face.add("other", "b", run="r")
    face.add("s", "c")
    assert [(event.id, event.session, event.kind) for event in face.read_all()] == [
        (1, "s", "a"),
        (2, "other", "b"),
        (3, "s", "c"),
    ]
    assert [event.id for event in face.read_all(after=1)] == [2, 3]
    assert [event.id for event in face.read_all(after=1, limit=1)] == [2]
    assert face.read_all(after=3) == []
    assert face.last() == 3
    face.check_writable()


def test_heads_and_sessions_are_known(face: Face) -> None:
    assert (face.head("s"), face.sessions()) == (0, [])
    last = face.add("s", "a", "b")[-1]
    face.add("r", "a")
    assert face.head("s") == 2
    assert [(row.session, row.seq) for row in face.sessions()] == [("r", 1), ("s", 2)]
    assert face.sessions()[1].hash == last.hash
    assert [row.session for row in face.sessions(limit=1)] == ["r"]


def test_an_append_that_was_decided_too_early_is_stale_and_writes_nothing(face: Face) -> None:
    face.add("s", "a")
    face.add("s", "b", seq=1)
    with pytest.raises(Stale) as caught:
        face.add("s", "c", seq=1)
    assert (caught.value.seen, caught.value.seq) == (1, 2)
    assert face.head("s") == 2


def test_a_run_is_what_its_events_say(face: Face) -> None:
    assert face.run("r") is None
    begin: dict[str, Json] = {
        "kind": "saga",
        "name": "refund",
        "definition": "d1",
        "status": "running",
        "owner": "me",
        "fence": 1,
    }
    face.append(Append("s", [Draft("run.started", begin, "r"), Draft("step.started", {"status": "no"}, "r")]))
    assert face.run("r") == RunRow("r", "s", "saga", "refund", "running", "me", 1, "d1")
    face.add("s", "run.waiting", run="r", status="waiting", kind="odd")
    assert face.run("r") == RunRow("r", "s", "saga", "refund", "waiting", "me", 1, "d1")
    face.add("s", "run.claimed", run="r", fence=1, status="running", owner="you")
    face.add("t", "run.started", run="q", status="running", owner="me")
    assert [row.run for row in face.runs()] == ["r", "q"]
    assert [row.run for row in face.runs(session="t")] == ["q"]
    assert [row.run for row in face.runs(status="running", limit=1)] == ["r"]
    assert [row.run for row in face.runs(session="t", status="waiting")] == []
    assert [row.run for row in face.runs(status=("waiting", "running"))] == ["r", "q"]
    assert [row.run for row in face.runs(status=())] == []


def test_a_run_that_somebody_else_has_taken_can_not_be_extended(face: Face) -> None:
    face.append(Append("s", [Draft("run.started", {"status": "running", "owner": "me", "fence": 1}, "r")]))
    claim = Draft("run.claimed", {"owner": "you", "fence": 2, "status": "running"}, "r")
    face.append(Append("s", [claim], expected=appending("s", run="r", fence=1).expected))
    with pytest.raises(RunTaken, match="'r' is driven by you"):
        face.add("s", "step.ended", run="r", fence=1)
    assert face.head("s") == 2
    assert face.run("r").fence == 2


def test_a_fence_of_0_stands_for_a_run_that_is_not_there(face: Face) -> None:
    begin = Append("s", [Draft("run.started", {"fence": 1}, "r")], expected=appending("s", run="r", fence=0).expected)
    face.append(begin)
    with pytest.raises(RunTaken, match="'r' is driven by nobody"):
        face.append(begin)
    with pytest.raises(RunTaken, match="'q' is driven by nobody"):
        face.add("s", "step.ended", run="q", fence=1)


def test_promises_are_in_the_outbox_of_the_same_transaction(face: Face) -> None:
    face.add("s", "promise.made", promise="p1", status="open")
    face.add("s", "promise.made", run="r", promise="p2", status="open")
    face.add("s", "promise.kept", promise="p1", status="kept")
    assert face.promises() == [PromiseRow("p2", "s", "r", "open", 2), PromiseRow("p1", "s", None, "kept", 3)]
    assert [row.promise for row in face.promises(status="open", limit=5)] == ["p2"]
    assert [row.promise for row in face.promises(limit=1)] == ["p2"]


def test_a_snapshot_is_kept_with_a_digest_and_never_replaced_by_an_older_one(face: Face) -> None:
    assert face.snapshot("s") is None
    face.add("s", "a", "b", "c")
    face.keep_snapshot("s", 2, {"count": 2})
    kept = face.snapshot("s")
    assert (kept.session, kept.seq, kept.body) == ("s", 2, {"count": 2})
    face.keep_snapshot("s", 3, {"count": 3})
    face.keep_snapshot("s", 1, {"count": 1})
    assert face.snapshot("s").body == {"count": 3}
    assert face.snapshot("s").digest != kept.digest
    for seq in (0, 4):
        with pytest.raises(ValueError, match=f"has no event {seq}"):
            face.keep_snapshot("s", seq, {})


def test_who_waits_for_the_log_to_go_on_is_told(face: Face) -> None:
    face.add("s", "a")
    assert face.wait(0, 10) == 1
    assert face.wait(1, 0.01) == 1
    later = threading.Timer(0.05, face.add, ["s", "b"])
    later.start()
    assert face.wait(1, 30) == 2
    later.join()


def watchers() -> set[threading.Thread]:
    return {thread for thread in threading.enumerate() if thread.name == "duotone-log-watch"}


async def test_a_task_that_waits_again_and_again_is_served_by_one_thread_that_ends_with_the_log(path: Path) -> None:
    before, seen = watchers(), set[threading.Thread]()
    async with AsyncLog(path) as log:
        for number in range(5):
            events = await log.append(appending("s", "a"))
            assert await log.wait(events[-1].id - 1, 10) == number + 1
            await asyncio.sleep(0.02)
            seen |= watchers() - before
    assert len(seen) == 1
    async with asyncio.timeout(10):
        while seen & watchers():  # noqa: ASYNC110  # a thread ends without a word
            await asyncio.sleep(0.01)


def test_an_owner_is_alive_until_its_log_is_closed(face: Face, store: Store) -> None:
    owner = face.owner()
    assert face.owner() == owner
    assert face.is_alive(owner)
    assert not face.is_alive("nobody")
    store.close()
    assert not store.is_alive(owner)


@pytest.mark.parametrize(
    "call", ["read", "read_run", "run", "runs", "sessions", "head", "promises", "snapshot", "wait", "append", "owner"]
)
def test_a_closed_log_refuses_everything(call: str, face: Face, store: Store) -> None:
    arguments = {"runs": (), "sessions": (), "promises": (), "owner": (), "wait": (0, 5)}
    face.add("s", "a")
    store.close()
    store.close()
    with pytest.raises(LogClosed):
        getattr(face, call)(*arguments.get(call, (appending("s", "b") if call == "append" else "s",)))
    with pytest.raises(LogClosed):
        store.open()


def test_a_clock_that_jumps_back_is_held_and_told_once(face: Face, clock: Clock) -> None:
    face.add("s", "a")
    clock.now = 900.0
    [event] = face.add("s", "b", seq=1)
    face.add("s", "c")
    clock.now = 1_001.0
    face.add("s", "d")
    clock.now = 1_000.5
    face.add("s", "e")
    kinds = [(event.kind, event.at) for event in face.read("s")]
    assert kinds == [
        ("a", 1_000.0),
        ("clock.stepped_back", 1_000.0),
        ("b", 1_000.0),
        ("c", 1_000.0),
        ("d", 1_001.0),
        ("clock.stepped_back", 1_001.0),
        ("e", 1_001.0),
    ]
    assert event.seq == 3
    assert face.read("s")[1].data == {"clock": 900.0, "last": 1_000.0}


@pytest.mark.parametrize(
    "draft",
    [
        Draft("a", {"x": float("nan")}),
        Draft("a", {"x": object()}),  # type: ignore[dict-item]  # the point
        Draft("a", {"x": "\ud800"}),
        Draft("\ud800"),
        Draft("run.started", {"status": 3}, "r"),
        Draft("run.started", {"fence": -1}, "r"),
        Draft("promise.made", {"promise": 3}),
    ],
)
def test_what_can_not_be_kept_fails_alone_and_whole(draft: Draft, store: Store) -> None:
    bad = Append("s", [Draft("before"), draft])
    first, second, third = settled(store, [appending("s", "a"), bad, appending("s", "b")])
    assert isinstance(second, TypeError | ValueError)
    assert [first, third] == [store.read("s")[:1], store.read("s")[1:]]
    assert [event.kind for event in store.read("s")] == ["a", "b"]
    assert store.runs() == []


def test_a_log_without_a_place_is_in_memory() -> None:
    for place in (None, ":memory:"):
        with Log(place) as log:
            log.append(appending("s", "a"))
            assert (log.store.name, log.store.last(), log.head("s")) == (":memory:", 1, 1)


def test_appends_of_one_commit_see_each_other(store: Store) -> None:
    first, stale, second, taken = settled(
        store,
        [
            appending("s", "run.started", run="r", status="running"),
            appending("s", "x", seq=0),
            appending("s", "run.ended", run="r", seq=1, status="completed"),
            appending("s", "x", run="r", fence=7),
        ],
    )
    assert isinstance(stale, Stale)
    assert isinstance(taken, RunTaken)
    assert [first, second] == [store.read("s", limit=1), store.read("s", after=1)]
    row = store.run("r")
    assert row is not None
    assert row.status == "completed"
