"""Whether a server can do its work: red, naming what is in the way, and green again once that is gone."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from duotone.contract import offload
from duotone.contract.workers import default_pool
from duotone.runtime.log import SqliteStore
from duotone.server import deployment, health
from duotone.server.ground import AgentEntry, Ground, Settings
from tests.server.conftest import Live, Serve
from tests.server.openai.talking import Gate


@pytest.fixture(autouse=True)
def looks_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_KEPT", 0.0)
    monkeypatch.setattr(deployment, "_KEPT", 0.0)


def ready(live: Live) -> httpx.Response:
    with live.client() as client:
        return client.get("/readyz")


def test_a_server_that_works_says_so_to_everybody(live: Live) -> None:
    live.token("read")
    told = ready(live).json()
    assert (ready(live).status_code, told["status"], told["faults"]) == (200, "ready", {})
    assert {fact["what"] for fact in told["deployment"]} >= {"engine", "workflows", "log", "durability"}
    with live.client() as client:
        assert client.get("/healthz").json() == {"status": "ok"}
        assert client.get("/metrics").status_code == 401


def test_a_deployment_is_told_as_it_is_and_not_as_it_was_at_the_start(serve: Serve, tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    live = serve(Settings(log=path))

    def told() -> tuple[str, float]:
        answer = ready(live).json()
        [found] = [one["found"] for one in answer["deployment"] if one["what"] == "log"]
        return found, answer["deployment_at"]

    before, first = told()
    path.rename(tmp_path / "aside.db")
    gone, second = told()
    (tmp_path / "aside.db").rename(path)
    assert "which the first run makes" in gone
    assert "which the first run makes" not in before
    assert told()[0] == before
    assert second > first


def test_a_look_at_the_deployment_that_takes_long_holds_nobody_up(
    serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = serve(Settings(log=tmp_path / "log.db"))
    release = threading.Event()
    monkeypatch.setattr(deployment, "_PATIENCE", 0.01)
    monkeypatch.setattr(deployment, "log_facts", lambda _: (release.wait(20), [])[1])
    found = ready(live).json()
    release.set()
    assert "log" in {fact["what"] for fact in found["deployment"]}
    assert found["deployment_at"] < time.time()


@pytest.fixture
def busy(live: Live) -> Iterator[threading.Event]:
    """Let every worker be at something that doesn't end."""
    release = threading.Event()

    async def fill() -> list[asyncio.Task[Any]]:
        return [asyncio.create_task(offload(release.wait, 30)) for _ in range(default_pool.size)]

    tasks = live.call(fill())
    yield release
    release.set()
    live.call(asyncio.wait_for(_ended(tasks), 20))


async def _ended(tasks: list[asyncio.Task[Any]]) -> None:
    await asyncio.gather(*tasks)


def test_workers_that_are_all_busy_are_named(live: Live, busy: threading.Event) -> None:
    answer = ready(live)
    assert (answer.status_code, list(answer.json()["faults"])) == (503, ["pool"])
    busy.set()
    assert ready(live).status_code == 200


@pytest.mark.duotone(allow="blocked-loop")  # that is the point
def test_a_loop_that_was_held_up_is_named_with_who_held_it(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_MEMORY", 1.0)

    def hold_up() -> None:
        time.sleep(1.4)

    live.loop.call_soon_threadsafe(hold_up)
    time.sleep(0.1)
    answer = ready(live)
    assert (answer.status_code, list(answer.json()["faults"])) == (503, ["loop"])
    assert "hold_up" in answer.json()["faults"]["loop"]
    deadline = time.monotonic() + 10
    while (answer := ready(live)).status_code != 200 and time.monotonic() < deadline:
        time.sleep(0.1)
    assert answer.json()["faults"] == {}


def test_a_store_that_can_only_be_read_is_named_and_what_it_has_is_still_read(serve: Serve, tmp_path: Path) -> None:
    live = serve(Settings(log=tmp_path / "log.db"))
    store = live.ground.runtime.log.store
    assert isinstance(store, SqliteStore)
    with live.client() as client:
        assert client.post("/api/sessions", json={"id": "before"}).status_code == 201
        _set_read_only(store, is_on=True)
        answer = ready(live)
        assert (answer.status_code, list(answer.json()["faults"])) == (503, ["store"])
        refused = client.post("/api/sessions", json={"id": "meanwhile"})
        assert (refused.status_code, refused.json()["type"]) == (503, "urn:duotone:LogUnwritable")
        assert client.get("/api/sessions/before").status_code == 200
        _set_read_only(store, is_on=False)
        assert ready(live).status_code == 200
        assert client.post("/api/sessions", json={"id": "meanwhile"}).status_code == 201


def _set_read_only(store: SqliteStore, *, is_on: bool) -> None:
    with store._connections.writer() as connection:
        connection.execute(f"pragma query_only = {int(is_on)}")


def test_a_server_with_too_much_to_do_is_named_and_takes_no_more(serve: Serve) -> None:
    gate = Gate()
    live = serve(Ground(settings=Settings(most_work=1), agents={"gate": AgentEntry(agent=gate.agent)}))
    asked = {"model": "gate", "input": "go"}
    with live.client() as client:
        assert client.post("/v1/runs", json=asked).status_code == 202
        assert list(ready(live).json()["faults"]) == ["queue"]
        refused = client.post("/v1/runs", json=asked)
        assert (refused.status_code, refused.headers["retry-after"]) == (503, "1")
        gate.is_heard.set()
        assert gate.has_ended.wait(20)
        for _ in range(100):
            if ready(live).status_code == 200:
                break
            time.sleep(0.02)
        assert ready(live).status_code == 200


def test_a_server_that_ends_is_not_ready(live: Live) -> None:
    live.loop.call_soon_threadsafe(live.ground.stop)
    assert list(ready(live).json()["faults"]) == ["draining"]
