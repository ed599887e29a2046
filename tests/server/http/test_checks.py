"""Folders of the operator: checked when somebody asks, unless there is no room, and given up when the server ends."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from duotone.server.ground import AgentEntry, Ground, Settings
from tests.server.conftest import Live, Serve, serving
from tests.server.openai.talking import Gate


def state(client: httpx.Client) -> str:
    [one] = client.get("/api/checks").json()
    found: str = one["state"]
    return found


def until_idle(live: Live) -> None:
    """Wait until the server itself is at nothing."""
    deadline = time.monotonic() + 20
    while live.ground.going:
        assert time.monotonic() < deadline, live.ground.going
        time.sleep(0.01)


def test_a_check_that_is_refused_has_not_begun_and_can_be_asked_for_again(serve: Serve, tmp_path: Path) -> None:
    gate = Gate()
    (tmp_path / "jobs.py").write_text("async def save(): ...\ndef close(): save()\n")
    settings = Settings(most_work=1, roots=(tmp_path,))
    live = serve(Ground(settings=settings, agents={"gate": AgentEntry(agent=gate.agent)}))
    with live.client() as client:
        until_idle(live)
        assert client.post("/v1/runs", json={"model": "gate", "input": "go"}).status_code == 202
        refused = client.post("/api/checks/1")
        assert (refused.status_code, refused.json()["type"]) == (503, "urn:duotone:QueueFull")
        assert state(client) == "never"
        gate.is_heard.set()
        until_idle(live)
        begun = client.post("/api/checks/1")
        assert (begun.status_code, begun.json()["state"]) == (202, "running")
        until_idle(live)
        assert (state(client), client.get("/api/checks/1").json()["count"]) == ("done", 1)


def test_a_server_that_ends_does_not_wait_for_a_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow: Any = (sys.executable, "-c", "import time; time.sleep(60)")
    monkeypatch.setattr("duotone.server.checking._COMMAND", slow)
    monkeypatch.setattr("duotone.server.checking._QUIET", ())
    ground = Ground(settings=Settings(roots=(tmp_path,)))
    with serving(ground) as live, live.client() as client:
        assert client.post("/api/checks/1").json()["state"] == "running"
        began = time.monotonic()
    assert time.monotonic() - began < ground.settings.drain_seconds / 2
    [check] = ground.checks
    assert (check.state, check.error) == ("failed", "the server ends")
