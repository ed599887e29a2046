"""Servers on an engine: what one was at when it was killed goes on on another, without anybody looking for it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from duotone.runtime.log import Log
from tests.postgresql import PostgresServer
from tests.server.shared.hosts import OFFERED, hosts, until

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="needs signals"),
    pytest.mark.timeout(240),  # servers are started, and each takes its time on a busy machine
]


def events(client: httpx.Client, run: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get(f"/api/runs/{run}/events", params={"limit": 1000}).json()["items"]
    return found


def ends(client: httpx.Client, run: str) -> list[tuple[str, str]]:
    told = [event["data"] for event in events(client, run) if event["kind"] == "step.ended"]
    return [(data["step"], data["outcome"]) for data in told]


def test_turns_and_sagas_of_a_server_that_was_killed_go_on_on_another(
    temporal: str, postgres: PostgresServer, tmp_path: Path
) -> None:
    log, offered = postgres.fresh(), ["--saga", f"naps={OFFERED}:naps"]
    with hosts(log, tmp_path, *offered, DUOTONE_ENGINE=temporal) as (killed, stays):
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
        assert {row.owner for row in read.runs()} == {"engine:temporal"}
