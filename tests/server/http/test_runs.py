"""Workflows, sagas and their runs over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.server.conftest import Live, Serve
from tests.server.shop import SOLD, shop

FLOW = "name: buy\nsteps:\n  - {id: first, function: sell, with: {item: cup}, undo: take_back}\n"
FAILING = f"{FLOW}  - {{id: second, function: refuse, needs: [first]}}\non_error: fail-fast\n"
SLOW = "name: slow\nsteps:\n  - {id: first, function: linger}\n"


@pytest.fixture
def live(serve: Serve) -> Live:
    SOLD.clear()
    return serve(shop())


@pytest.fixture
def client(live: Live) -> Iterator[httpx.Client]:
    with live.client() as client:
        yield client


def start(client: httpx.Client, workflow: str = FLOW, key: str | None = None, **more: Any) -> httpx.Response:
    headers = {} if key is None else {"Idempotency-Key": key}
    return client.post("/api/workflows/runs", json={"workflow": workflow, **more}, headers=headers)


def ended(client: httpx.Client, run: str) -> Any:
    return client.get(f"/api/runs/{run}/wait", params={"seconds": 10}).json()


def test_a_workflow_is_begun_read_listed_and_drawn(client: httpx.Client) -> None:
    begun = start(client)
    assert begun.status_code == 202, begun.text
    run = begun.json()["id"]
    assert (ended(client, run)["status"], SOLD) == ("completed", ["cup"])
    assert [one["id"] for one in client.get("/api/runs").json()["items"]] == [run]
    graph = client.get(f"/api/runs/{run}/graph", params={"format": "mermaid"}).json()
    assert graph["steps"] == [
        {"id": "first", "calls": "sell", "needs": [], "phase": "committed", "attempts": 1, "outcome": "ok"}
    ]
    assert graph["drawing"].startswith("flowchart")
    replay = client.get(f"/api/runs/{run}/replay").json()
    assert (replay["is_faithful"], replay["count"]) == (True, len(replay["moments"]))
    events = client.get(f"/api/runs/{run}/events", params={"limit": 1}).json()
    assert [one["kind"] for one in events["items"]] == ["run.started"]
    rest = client.get(f"/api/runs/{run}/events", params={"after": events["next"]}).json()
    assert (rest["items"][-1]["kind"], rest["next"]) == ("run.ended", None)


def test_a_workflow_that_fails_is_undone_and_says_why(client: httpx.Client) -> None:
    result = ended(client, start(client, FAILING).json()["id"])
    assert (result["status"], result["fault"]["type"], SOLD) == ("compensated", "ValueError", [])


def test_the_same_key_and_body_give_the_same_run_and_another_body_is_refused(client: httpx.Client) -> None:
    first, again = start(client, key="k1"), start(client, key="k1")
    assert first.json()["id"] == again.json()["id"]
    assert start(client, key="k2").json()["id"] != first.json()["id"]
    other = start(client, FAILING, key="k1")
    assert (other.status_code, other.json()["type"]) == (422, "urn:duotone:KeyReused")
    assert len(client.get("/api/runs").json()["items"]) == 2


def test_a_key_of_one_tenant_says_nothing_about_that_of_another(live: Live) -> None:
    runs = set()
    for tenant in ("ours", "theirs"):
        with live.client(live.token("run", tenant=tenant, name=tenant)) as client:
            runs.add(start(client, key="k1").json()["id"])
    assert len(runs) == 2


@pytest.mark.parametrize("name", ["os:system", "tests.server.shop:sell", "nobody"])
def test_only_what_the_operator_has_named_is_called(client: httpx.Client, name: str) -> None:
    workflow = f"{{name: w, steps: [{{id: a, function: '{name}'}}]}}"
    assert start(client, workflow).json()["type"] == "urn:duotone:Unbound"
    undone = "{name: w, steps: [{id: a, function: sell, undo: 'os:abort'}]}"
    assert start(client, undone).status_code == 422
    inside = f"{{name: w, steps: [{{id: a, workflow: {workflow}}}]}}"
    assert start(client, inside).status_code == 422
    assert client.get("/api/runs").json()["items"] == []


def test_a_workflow_can_name_no_file(client: httpx.Client) -> None:
    refused = start(client, "{name: w, steps: [{id: a, workflow: ../../etc/passwd.yaml}]}")
    assert (refused.status_code, refused.json()["type"]) == (422, "urn:duotone:BadWorkflow")
    assert "no file can be named here" in refused.text


def test_problems_of_a_workflow_are_said_without_running_it(client: httpx.Client) -> None:
    fine = client.post("/api/workflows/validate", json={"workflow": FLOW}).json()
    assert (fine["is_valid"], fine["name"], fine["steps"]) == (True, "buy", ["first"])
    wrong = client.post("/api/workflows/validate", json={"workflow": "name: x\nsteps: [{id: a}]"}).json()
    assert (wrong["is_valid"], len(wrong["problems"])) == (False, 1)
    unbound = client.post("/api/workflows/validate", json={"workflow": FLOW.replace("sell", "nobody")}).json()
    assert not unbound["is_valid"]
    drawn = client.post("/api/workflows/graph", json={"workflow": FAILING}, params={"format": "text"}).json()
    assert [step["needs"] for step in drawn["steps"]] == [[], ["first"]]


def test_a_run_is_cancelled_and_then_resumed(client: httpx.Client) -> None:
    run = start(client, SLOW).json()["id"]
    assert client.get(f"/api/runs/{run}/wait", params={"seconds": 0}).json()["status"] == "running"
    assert client.post(f"/api/runs/{run}/cancel", json={"reason": "enough"}).status_code == 202
    assert ended(client, run)["status"] in {"cancelled", "compensated"}
    again = client.post(f"/api/runs/{run}/cancel", json={})
    assert (again.status_code, again.json()["type"]) == (409, "urn:duotone:RunFinished")


def test_a_run_that_failed_is_resumed_and_another_is_branched_from_it(client: httpx.Client) -> None:
    failing = FAILING.replace(", undo: take_back", "")
    run = start(client, failing).json()["id"]
    assert ended(client, run)["status"] == "failed"
    assert client.post(f"/api/runs/{run}/resume").status_code == 202
    assert ended(client, run)["status"] == "failed"
    headers = {"Idempotency-Key": "b"}
    branch = client.post(f"/api/runs/{run}/branch", json={"step": "second"}, headers=headers)
    assert branch.status_code == 202, branch.text
    assert (
        client.post(f"/api/runs/{run}/branch", json={"step": "second"}, headers=headers).json()["id"]
        == (branch.json()["id"])
    )
    assert ended(client, branch.json()["id"])["status"] == "failed"
    assert client.post(f"/api/runs/{run}/branch", json={"step": "nowhere"}).status_code == 404


def test_a_saga_of_the_operator_is_begun_by_name(client: httpx.Client) -> None:
    [known] = client.get("/api/sagas").json()
    assert (known["name"], known["signature"]) == ("order", "(*, item: 'str', fails: 'bool' = False)")
    run = client.post("/api/sagas/order/runs", json={"inputs": {"item": "pot"}})
    assert run.status_code == 202, run.text
    result = ended(client, run.json()["id"])
    assert (result["status"], result["outputs"], SOLD) == ("completed", "sold pot", ["pot"])
    undone = client.post("/api/sagas/order/runs", json={"inputs": {"item": "cup", "fails": True}})
    assert (ended(client, undone.json()["id"])["status"], SOLD) == ("compensated", ["pot"])
    steps = client.get(f"/api/runs/{undone.json()['id']}/graph").json()["steps"]
    assert [(step["id"], step["needs"]) for step in steps] == [("sell", []), ("refuse", ["sell"])]


@pytest.mark.parametrize("inputs", [{}, {"item": "x", "id": "mine"}, {"item": "x", "more": 1}])
def test_a_saga_gets_only_what_it_takes(client: httpx.Client, inputs: dict[str, Any]) -> None:
    assert client.post("/api/sagas/order/runs", json={"inputs": inputs}).status_code == 422
    assert client.post("/api/sagas/nobody/runs", json={}).status_code == 404


def test_runs_are_listed_page_by_page(client: httpx.Client) -> None:
    runs = [start(client).json()["id"] for _ in range(3)]
    first = client.get("/api/runs", params={"limit": 2}).json()
    rest = client.get("/api/runs", params={"limit": 2, "after": first["next"]}).json()
    assert [one["id"] for one in first["items"] + rest["items"]] == runs[::-1]
    assert rest["next"] is None
    assert client.get("/api/runs", params={"status": "waiting"}).json()["items"] == []
    assert client.get("/api/runs", params={"session": runs[0]}).json()["items"][0]["id"] == runs[0]
    assert client.get("/api/runs", params={"after": "nobody"}).status_code == 404
    counted = client.get("/api/statistics").json()
    assert sum(counted["runs"].values()) == 3


def test_a_workflow_inside_of_another_has_a_run_that_can_be_read(client: httpx.Client) -> None:
    run = start(client, "{name: outer, steps: [{id: inner, workflow: {name: v, steps: [{id: b, function: sell}]}}]}")
    assert ended(client, run.json()["id"])["status"] == "completed"
    inner = [one["id"] for one in client.get("/api/runs").json()["items"] if one["name"] == "v"]
    assert client.get(f"/api/runs/{inner[0]}").json()["status"] == "completed"
