"""Workflows and sagas of a server that ends or is killed: the next one goes on, and nothing is done twice."""

from __future__ import annotations

import signal
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.forking import Forked
from tests.server.ops.served import process
from tests.server.ops.works import PAUSE

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="needs signals"),
    pytest.mark.timeout(240),  # several servers are started one after the other
]

STEPS = 8
DRAIN = "drain_seconds=3"


def workflow(unit: str, path: Path) -> str:
    """Return a workflow whose steps follow each other, each with a line of its own."""
    steps = [
        f"  - {{id: s{number}, function: {unit}, {f'needs: [s{number - 1}], ' if number else ''}"
        f"with: {{path: {path}, name: step {number}}}}}"
        for number in range(STEPS)
    ]
    return "\n".join(["name: errands", "steps:", *steps])


def begin(client: httpx.Client, what: str, path: Path, **more: Any) -> str:
    """Begin a workflow of units, or a saga, and return its run."""
    if what in {"errands", "errands_on_thread"}:
        answer = client.post(f"/api/sagas/{what}/runs", json={"inputs": {"path": str(path), "count": STEPS, **more}})
    else:
        answer = client.post("/api/workflows/runs", json={"workflow": workflow(what, path)})
    assert answer.status_code == 202, answer.text
    run: str = answer.json()["id"]
    return run


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


def wait_for_lines(path: Path, count: int) -> None:
    end = time.monotonic() + 30
    while len(lines(path)) < count:
        assert time.monotonic() < end, lines(path)
        time.sleep(0.02)


def ended(client: httpx.Client, run: str) -> dict[str, Any]:
    """Return how a run stands once it has ended, or needs somebody."""
    found: dict[str, Any] = {}
    for _ in range(4):
        found = client.get(f"/api/runs/{run}/wait", params={"seconds": 15}).json()
        if found["status"] not in {"running", "undoing"}:
            break
    return found


def committed(client: httpx.Client, run: str) -> set[str]:
    """Return the names of the steps that the log says were done, however often."""
    events = client.get(f"/api/runs/{run}/events", params={"limit": 1000}).json()["items"]
    return {one["data"]["result"] for one in events if one["kind"] == "step.ended" and one["data"]["outcome"] == "ok"}


def stop(child: Forked) -> float:
    """Tell a server to end, and return how long that took."""
    begun = time.monotonic()
    child.send_signal(signal.SIGTERM)
    assert child.wait(30) == 0
    return time.monotonic() - begun


@pytest.mark.parametrize("what", ["work", "work_on_thread", "errands", "errands_on_thread"])
def test_at_sigterm_a_run_stands_still_between_two_steps_and_the_next_server_ends_it(tmp_path: Path, what: str) -> None:
    log, path = tmp_path / "log.db", tmp_path / "done.txt"
    with process(log, "drain_seconds=0.8") as (child, client):
        run = begin(client, what, path)
        wait_for_lines(path, 2)
        stop(child)
    before = lines(path)
    assert 2 <= len(before) < STEPS
    with process(log, DRAIN) as (_, client):
        found = ended(client, run)
    assert found["status"] == "completed", found
    assert lines(path) == [f"step {number}" for number in range(STEPS)]


def test_at_sigterm_what_ends_in_time_ends(tmp_path: Path) -> None:
    log, path = tmp_path / "log.db", tmp_path / "done.txt"
    with process(log, "drain_seconds=20") as (child, client):
        run = begin(client, "work", path)
        wait_for_lines(path, STEPS - 2)
        assert stop(child) < 15
    assert len(lines(path)) == STEPS
    with process(log) as (_, client):
        assert ended(client, run)["status"] == "completed"
        assert len(lines(path)) == STEPS


@pytest.mark.parametrize("what", ["work_again", "errands"])
def test_after_kill_9_a_run_goes_on_and_no_step_that_was_committed_is_done_again(tmp_path: Path, what: str) -> None:
    log, path = tmp_path / "log.db", tmp_path / "done.txt"
    with process(log) as (child, client):
        run = begin(client, what, path)
        wait_for_lines(path, 3)
        known = committed(client, run)
        child.kill()
        child.wait(10)
    with process(log) as (_, client):
        found = ended(client, run)
        counts = Counter(lines(path))
        assert known
        assert all(counts[name] == 1 for name in known), counts
        if what == "errands":  # nobody knows what became of the step that it was at, and it can't be done twice
            assert found["status"] == "waiting", found
            assert set(counts.values()) == {1}
        else:
            assert found["status"] == "completed", found
            assert sum(counts.values()) <= STEPS + 1


@pytest.mark.parametrize("how", ["sigterm", "kill -9"])
def test_the_undo_of_a_saga_goes_on(tmp_path: Path, how: str) -> None:
    log, path = tmp_path / "log.db", tmp_path / "done.txt"
    with process(log, "drain_seconds=0.6") as (child, client):
        run = begin(client, "errands", path, fails=True)
        wait_for_lines(path, STEPS + 2)
        if how == "sigterm":
            stop(child)
        else:
            child.kill()
            child.wait(10)
    assert len(lines(path)) < 2 * STEPS
    with process(log) as (_, client):
        found = ended(client, run)
    assert found["status"] == "compensated", found
    counts = Counter(lines(path))
    assert all(counts[f"step {number}"] == 1 for number in range(STEPS))
    assert all(counts[f"undo step {number}"] >= 1 for number in range(STEPS))
    assert sum(counts.values()) <= 2 * STEPS + (how == "kill -9")


def test_many_runs_of_a_server_that_was_killed_go_on_side_by_side(tmp_path: Path) -> None:
    log, path = tmp_path / "log.db", tmp_path / "done.txt"
    with process(log) as (child, client):
        runs = [begin(client, "work_again", tmp_path / f"done-{number}.txt") for number in range(5)]
        long = client.post("/api/workflows/runs", json={"workflow": workflow("work_again", path)}).json()["id"]
        wait_for_lines(path, 1)
        child.kill()
        child.wait(10)
    with process(log) as (_, client):
        begun = time.monotonic()
        assert {ended(client, run)["status"] for run in [*runs, long]} == {"completed"}
        took = time.monotonic() - begun
    assert took < 6 * STEPS * PAUSE  # less than one after the other
