"""Tenants that share a server: what one of them begins, asks and waits for leaves room for all others."""

from __future__ import annotations

import threading
import time
from typing import Any

import httpx
import pytest

from duotone.server.ground import Settings
from duotone.server.shares import Shares
from tests.server.conftest import Live, Serve
from tests.server.shop import shop


def flow(seconds: float) -> dict[str, Any]:
    return {"workflow": f"name: slow\nsteps:\n  - {{id: first, function: linger, with: {{seconds: {seconds}}}}}\n"}


def begin(client: httpx.Client, seconds: float = 60.0) -> httpx.Response:
    return client.post("/api/workflows/runs", json=flow(seconds))


def flood(client: httpx.Client) -> tuple[list[str], httpx.Response]:
    """Begin runs until one is refused; returns those that were begun, and the refusal."""
    runs: list[str] = []
    while (answer := begin(client)).status_code == 202:
        runs.append(answer.json()["id"])
        assert len(runs) < 100
    return runs, answer


def end(client: httpx.Client, runs: list[str]) -> None:
    for run in runs:
        assert client.post(f"/api/runs/{run}/cancel", json={}).status_code == 202


def shared_by(tenants: list[str], places: int) -> Shares:
    """Return places of which all of these take as many as they may, by turns."""
    shares = Shares(places)
    while ready := [tenant for tenant in tenants if shares.may_take(tenant)]:
        shares.take(ready[0])
        tenants = [*tenants[1:], tenants[0]]
    return shares


@pytest.mark.parametrize(("tenants", "each"), [("a", 30), ("ab", 20), ("abc", 15), ("abcde", 10)])
def test_tenants_share_places_evenly_and_leave_as_many_as_each_has(tenants: str, each: int) -> None:
    shares = shared_by(list(tenants), 60)
    assert [shares.of(tenant) for tenant in tenants] == [each] * len(tenants)
    assert shares.free == each
    assert shares.may_take("new")


def test_a_place_that_is_given_back_can_be_taken() -> None:
    shares = shared_by(["a"], 2)
    assert (len(shares), shares.may_take("a")) == (1, False)
    shares.leave("a")
    assert (len(shares), shares.free, shares.may_take("a")) == (0, 2, True)


def test_a_burst_of_one_tenant_is_refused_with_429_while_another_begins_at_once(serve: Serve) -> None:
    live = serve(shop(Settings(most_work=20)))
    hasty, calm = live.token("run", tenant="hasty"), live.token("run", tenant="calm")
    with live.client(hasty) as one, live.client(calm) as other:
        runs, refused = flood(one)
        assert len(runs) == 10
        assert (refused.status_code, refused.json()["type"]) == (429, "urn:duotone:ShareTaken")
        assert int(refused.headers["retry-after"]) >= 1
        assert one.get("/readyz").status_code == 200
        run = begin(other, 0.0).json()["id"]
        assert other.get(f"/api/runs/{run}/wait").json()["status"] == "completed"
        end(one, runs)
        _until(lambda: begin(one, 0.0).status_code == 202)


def test_a_tenant_who_is_alone_gets_all_places(serve: Serve) -> None:
    live = serve(shop(Settings(most_work=6)))
    with live.client(live.token("run", tenant="alone")) as client:
        runs, refused = flood(client)
        assert len(runs) == 6
        assert (refused.status_code, refused.json()["type"]) == (503, "urn:duotone:QueueFull")
        end(client, runs)  # which needs no place


def test_requests_of_one_tenant_that_wait_leave_room_for_those_of_another(serve: Serve) -> None:
    live = serve(shop(Settings(concurrency=4)))
    hasty, calm = live.token("run", tenant="hasty"), live.token("run", tenant="calm")
    with live.client(hasty) as one, live.client(calm) as other:
        run = begin(one, 60.0).json()["id"]
        waiting = [threading.Thread(target=_wait_for, args=(live, hasty, run)) for _ in range(2)]
        for thread in waiting:
            thread.start()
        refused = _until(lambda: _refused(one.get("/api/sessions")))
        assert refused.json()["type"] == "urn:duotone:TooManyAtOnce"
        assert "of this tenant" in refused.json()["detail"]
        assert int(refused.headers["retry-after"]) >= 1
        assert other.get("/api/sessions").status_code == 200
        with live.client(live.token("admin", tenant="hasty", name="boss")) as boss:
            assert boss.get("/api/sessions").status_code == 429  # another token of the same tenant
        live.call(live.ground.runtime.cancel(f"@hasty.{run}"))
        for thread in waiting:
            thread.join(20)


def _wait_for(live: Live, token: str, run: str) -> None:
    """Wait for the run; while others ask, there may be no place to wait at."""
    with live.client(token) as client:
        while client.get(f"/api/runs/{run}/wait", params={"seconds": 20}).status_code == 429:
            time.sleep(0.01)


def _refused(answer: httpx.Response) -> httpx.Response | None:
    return answer if answer.status_code == 429 else None


def _until(condition: Any) -> Any:
    deadline = time.monotonic() + 20
    while not (found := condition()):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    return found


@pytest.mark.parametrize("revoked", [False, True])
def test_a_tenant_whose_tokens_are_revoked_needs_no_room(serve: Serve, *, revoked: bool) -> None:
    live = serve(shop(Settings(most_work=6)))
    client, gone = live.token("run", tenant="stays"), live.ground.tokens.create("gone", tenant="goes")[1]
    if revoked:
        live.ground.tokens.revoke(gone.id)
    with live.client(client) as one:
        runs, _ = flood(one)
        assert len(runs) == (6 if revoked else 3)
        end(one, runs)
