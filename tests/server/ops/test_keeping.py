"""Limits that a server holds by itself: nobody asks for what is over its time."""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from duotone.runtime import Log
from duotone.runtime.delivery.drafts import promise_made
from duotone.runtime.delivery.promises import Promise
from duotone.runtime.events import Append
from duotone.server.keeping import Keeper
from tests.server.ops.served import process

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="needs signals"),
    pytest.mark.timeout(240),  # several servers are started one after the other
]


def kinds(log: Path, session: str) -> list[str]:
    """Return what the log has of a session, without asking the server."""
    with Log(log) as opened:
        return [event.kind for event in opened.read(session)]


def until(is_so: Any, seconds: float = 15.0) -> None:
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.1)


def looks(client: httpx.Client) -> int:
    found: int = client.get("/api/statistics").json()["keeping"]["looks"]
    return found


def test_a_session_ends_when_its_time_is_over_although_nobody_asks(tmp_path: Path) -> None:
    log = tmp_path / "log.db"
    with process(log, "keeper_seconds=0.2") as (_, client):
        body = {"id": "short", "config": {"max_duration": 1.0}}
        assert client.post("/api/sessions", json=body).status_code == 201
        client.post("/api/sessions/short/participants", json={"participant": "ada", "trust": 0.9})
        client.post("/api/sessions/short/activate")
        until(lambda: "session.archived" in kinds(log, "short"))
        assert client.get("/api/sessions/short").json()["state"] == "archived"


def test_a_promise_that_nobody_keeps_expires_although_nobody_asks(tmp_path: Path) -> None:
    log = tmp_path / "log.db"
    with Log(log) as opened:
        promise = Promise("promise-1", "talk", "pigeon", "task.completed", "a task", time.time() + 0.5)
        opened.append(Append("talk", [promise_made(promise)]))
    with process(log, "keeper_seconds=0.2") as (_, client):
        until(lambda: "promise.expired" in kinds(log, "talk"))
        found = client.get("/api/promises/promise-1").json()
        assert (found["status"], found["incidents"][0]["kind"]) == ("expired", "expired")


def test_how_it_goes_is_in_the_statistics_and_the_metrics(tmp_path: Path) -> None:
    with process(tmp_path / "log.db", "keeper_seconds=0.1") as (_, client):
        until(lambda: looks(client) > 2)
        said = client.get("/api/statistics").json()["keeping"]
        assert said["failures"] == {"sessions": 0, "promises": 0}
        text = client.get("/metrics").text
        assert 'duotone_keeper_failures_total{of="sessions"} 0' in text
        assert "duotone_keeper_looks_total" in text


def kept(keeper: Keeper, seconds: float) -> None:
    """Let a keeper do its chores for so long, and end it."""

    async def keep() -> None:
        keeper.start()
        await asyncio.sleep(seconds)
        await keeper.stop(1.0)
        looks = keeper.looks
        await asyncio.sleep(0.1)
        assert keeper.looks == looks

    asyncio.run(keep())


def test_a_chore_that_fails_is_counted_and_holds_up_no_other() -> None:
    done: list[float] = []

    async def broken() -> None:
        await asyncio.sleep(0)
        raise ValueError("no idea")

    async def works() -> None:
        await asyncio.sleep(0)
        done.append(time.monotonic())

    keeper = Keeper(0.02, {"broken": broken, "works": works})
    kept(keeper, 0.5)
    assert keeper.looks >= 2
    assert (len(done), keeper.failures) == (keeper.looks, {"broken": keeper.looks, "works": 0})


def test_what_takes_long_is_done_less_often_and_is_waited_for_at_the_end() -> None:
    ended: list[bool] = []

    async def slow() -> None:
        await asyncio.sleep(0.1)
        ended.append(True)

    keeper = Keeper(0.01, {"slow": slow})
    kept(keeper, 0.8)
    assert keeper.looks == len(ended) == 1  # a look of 0.1 s is followed by a rest of 1.9 s
