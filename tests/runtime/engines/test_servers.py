"""Servers on an engine: what one was at when it was killed goes on on another, without anybody looking for it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from duotone.runtime.log import Log
from duotone.runtime.log.addresses import Address
from duotone.runtime.log.verify import verify
from tests.postgresql import PostgresServer
from tests.server.shared.hosts import OFFERED, hosts, until
from tests.server.shared.test_moving import begun as started
from tests.server.shared.test_moving import ended, flow, said, talk, texts, wait_for_step

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="needs signals"),
    pytest.mark.timeout(240),  # servers are started, and each takes its time on a busy machine
]


NAPS = ["--saga", f"naps={OFFERED}:naps"]


def owner_on(engine: str) -> str:
    return "engine:dbos" if engine.startswith("dbos") else "engine:temporal"


def events(client: httpx.Client, run: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get(f"/api/runs/{run}/events", params={"limit": 1000}).json()["items"]
    return found


def ends(client: httpx.Client, run: str) -> list[tuple[str, str]]:
    told = [event["data"] for event in events(client, run) if event["kind"] == "step.ended"]
    return [(data["step"], data["outcome"]) for data in told]


SLOW = pytest.mark.parametrize("engine", ["dbos", pytest.param("temporal", marks=pytest.mark.nightly)], indirect=True)
"""For what takes Temporal some of its timeouts, one after the other."""


@pytest.fixture(params=["temporal", "dbos"])
def engine(request: pytest.FixtureRequest) -> str:
    """Return the address of each engine; DBOS is where the log is."""
    return "dbos?look=0.2" if request.param == "dbos" else str(request.getfixturevalue(request.param))


def test_turns_and_sagas_of_a_server_that_was_killed_go_on_on_another(
    engine: str, postgres: PostgresServer, tmp_path: Path
) -> None:
    log = postgres.fresh()
    with hosts(log, tmp_path, *NAPS, DUOTONE_ENGINE=engine) as (killed, stays):
        with killed.client() as one:
            one.post("/api/conversations", json={"agent": "echo", "id": "c1"}).raise_for_status()
            turn = one.post("/api/conversations/c1/runs", json={"message": "nap 60"}).json()["id"]
            naps = one.post("/api/sagas/naps/runs", json={"inputs": {"seconds": 1.0}}).json()["id"]
            until(lambda: [event["kind"] for event in events(one, turn)].count("step.started") == 2)
            until(lambda: [event["kind"] for event in events(one, naps)].count("step.started") == 2)
            killed.kill()
        with stays.client() as other:
            for run in (turn, naps):
                until(lambda run=run: other.get(f"/api/runs/{run}").json()["status"] == "completed")
            assert ends(other, naps) == [("first", "ok"), ("second", "unknown"), ("second", "ok"), ("third", "ok")]
            assert [outcome for _, outcome in ends(other, turn)] == ["ok", "unknown", "ok"]
            assert len(other.get("/api/conversations/c1/messages").json()["items"]) == 4
    with Log(log) as read:
        assert {row.owner for row in read.runs()} == {owner_on(engine)}


def begun(client: httpx.Client, seconds: float) -> list[str]:
    """Begin a workflow, a saga and a turn that rest for so long, and return their runs once they do."""
    client.post("/api/conversations", json={"agent": "echo", "id": "c1"}).raise_for_status()
    asked = {
        "/api/workflows/runs": {"workflow": flow("rest", seconds, steps=3)},
        "/api/sagas/naps/runs": {"inputs": {"seconds": seconds}},
        "/api/conversations/c1/runs": {"message": f"nap {seconds}"},
    }
    runs: list[str] = [client.post(path, json=body).raise_for_status().json()["id"] for path, body in asked.items()]
    for run in runs:
        until(lambda run=run: [event["kind"] for event in events(client, run)].count("step.started") >= 2)
    return runs


def are_completed(client: httpx.Client, runs: list[str]) -> bool:
    return {client.get(f"/api/runs/{run}").json()["status"] for run in runs} == {"completed"}


@SLOW
def test_workflows_sagas_and_turns_go_on_over_a_restart_of_the_only_server(
    engine: str, postgres: PostgresServer, tmp_path: Path
) -> None:
    log = postgres.fresh()
    with hosts(log, tmp_path, *NAPS, count=1, drain=0.5, DUOTONE_ENGINE=engine) as [host]:
        with host.client() as client:
            runs = begun(client, 1.5)
            host.stop()
        host.start()
        with host.client() as client:
            until(lambda: are_completed(client, runs))
            assert client.get("/readyz").status_code == 200
            assert len(client.get("/api/conversations/c1/messages").json()["items"]) == 4
    with Log(log) as read:
        assert {row.owner for row in read.runs()} == {owner_on(engine)}
    assert verify(Address(log)) == []


def test_what_waits_on_one_server_is_decided_on_and_cancelled_on_the_other(
    engine: str, postgres: PostgresServer, tmp_path: Path
) -> None:
    with (
        hosts(postgres.fresh(), tmp_path, DUOTONE_ENGINE=engine) as pair,
        pair[0].client() as one,
        pair[1].client() as other,
    ):
        talk(one, "asks")
        assert ended(one, said(one, "asks", "delete it.txt"))["status"] == "waiting"
        [asked] = other.get("/api/approvals", params={"session": "asks"}).json()["items"]
        decided = other.post(f"/api/approvals/asks/{asked['request']}", json={"decision": "approve"})
        assert ended(one, decided.json()["run"])["status"] == "completed"
        assert texts(one, "asks")[-1].endswith("it.txt is gone")
        run = started(one, "nap", 60)
        wait_for_step(other, run)
        assert other.post(f"/api/runs/{run}/cancel", json={"reason": "too long"}).status_code == 202
        assert ended(other, run)["status"] == "cancelled"


@SLOW
def test_a_server_that_drains_ends_the_steps_that_it_is_at_and_leaves_the_rest_to_another(
    engine: str, postgres: PostgresServer, tmp_path: Path
) -> None:
    log = postgres.fresh()
    with hosts(log, tmp_path, drain=1.5, DUOTONE_ENGINE=engine) as (ends, stays):
        with ends.client() as one:
            run = started(one, "nap", 0.3, steps=8)
            wait_for_step(one, run)
            ends.stop()
        with stays.client() as other:
            assert ended(other, run)["status"] == "completed"
            steps = [event["data"]["step"] for event in events(other, run) if event["kind"] == "step.started"]
            assert steps == [f"s{number}" for number in range(8)]
    assert verify(Address(log)) == []
