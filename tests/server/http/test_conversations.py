"""Conversations and approvals over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.server.conftest import Live, Serve
from tests.server.shop import shop


@pytest.fixture
def live(serve: Serve) -> Live:
    return serve(shop())


@pytest.fixture
def client(live: Live) -> Iterator[httpx.Client]:
    with live.client() as client:
        client.post("/api/conversations", json={"agent": "helper", "id": "talk"})
        yield client


def turn(client: httpx.Client, text: str | None, key: str | None = None, talk: str = "talk") -> httpx.Response:
    headers = {} if key is None else {"Idempotency-Key": key}
    body = {} if text is None else {"message": text}
    return client.post(f"/api/conversations/{talk}/runs", json=body, headers=headers)


def ended(client: httpx.Client, run: httpx.Response) -> Any:
    assert run.status_code == 202, run.text
    return client.get(f"/api/runs/{run.json()['id']}/wait", params={"seconds": 10}).json()


def said(client: httpx.Client) -> list[str]:
    return [one["text"] for one in client.get("/api/conversations/talk/messages").json()["items"]]


def test_a_conversation_is_begun_listed_and_answered(client: httpx.Client) -> None:
    assert client.get("/api/conversations/talk").json()["state"] == "idle"
    assert ended(client, turn(client, "hello"))["status"] == "completed"
    assert said(client) == ["hello", "you said hello"]
    [listed] = client.get("/api/conversations").json()["items"]
    assert listed["id"] == "talk"
    page = client.get("/api/conversations/talk/messages", params={"limit": 1}).json()
    assert (len(page["items"]), page["next"]) == (1, "1")


def test_a_conversation_needs_an_agent_that_there_is_and_a_name_that_is_free(client: httpx.Client) -> None:
    unknown = client.post("/api/conversations", json={"agent": "nobody"})
    assert (unknown.status_code, "helper" in unknown.text) == (422, True)
    assert client.post("/api/conversations", json={"agent": "helper", "id": "talk"}).status_code == 409
    headers = {"Idempotency-Key": "k"}
    made = [client.post("/api/conversations", json={"agent": "helper"}, headers=headers) for _ in range(2)]
    assert made[0].json() == made[1].json()
    assert made[0].status_code == made[1].status_code == 201


def test_the_same_key_says_something_once(client: httpx.Client) -> None:
    first = turn(client, "hello", key="k")
    ended(client, first)
    assert turn(client, "hello", key="k").json()["id"] == first.json()["id"]
    assert said(client) == ["hello", "you said hello"]
    assert turn(client, "other", key="k").status_code == 422


def test_what_was_sent_is_answered_by_the_next_turn(client: httpx.Client) -> None:
    assert turn(client, None).json()["type"] == "urn:duotone:NothingToAnswer"
    assert client.post("/api/conversations/talk/messages", json={"text": "one"}).status_code == 202
    ended(client, turn(client, None))
    assert said(client) == ["one", "you said one"]


def test_a_turn_is_interrupted_and_another_can_not_begin_beside_it(client: httpx.Client) -> None:
    run = turn(client, "wait")
    assert run.status_code == 202
    busy = turn(client, "hello")
    assert (busy.status_code, busy.json()["type"]) == (409, "urn:duotone:ConversationBusy")
    assert client.post("/api/conversations/talk/interrupt", json={"reason": "enough"}).json() == {"done": True}
    assert ended(client, run)["status"] == "waiting"
    assert client.get("/api/conversations/talk").json()["state"] == "paused"
    assert client.post("/api/conversations/talk/pause", json={}).json() == {"done": False}
    assert said(client) == ["wait"]


def test_a_turn_is_cancelled_as_a_run(client: httpx.Client) -> None:
    run = turn(client, "wait")
    assert client.post(f"/api/runs/{run.json()['id']}/cancel", json={}).status_code == 202
    assert ended(client, run)["status"] == "cancelled"


def test_a_conversation_is_forked(client: httpx.Client) -> None:
    ended(client, turn(client, "hello"))
    fork = client.post("/api/conversations/talk/fork", json={"id": "other"})
    assert (fork.status_code, fork.json()["agent"]) == (201, "helper")
    ended(client, turn(client, "and you", talk="other"))
    messages = client.get("/api/conversations/other/messages").json()["items"]
    assert [one["text"] for one in messages] == ["hello", "you said hello", "and you", "you said and you"]
    assert client.post("/api/conversations/talk/fork", json={"id": "other"}).status_code == 409


def test_a_call_waits_for_a_decision_which_is_made_once(client: httpx.Client) -> None:
    run = turn(client, "delete all")
    assert ended(client, run)["status"] == "waiting"
    [asked] = client.get("/api/approvals").json()["items"]
    assert (asked["session"], asked["kind"], asked["name"], asked["arguments"]) == (
        "talk",
        "call",
        "delete",
        {"path": "all"},
    )
    why = "delete is irreversible, so a person decides"
    assert asked["reason"] == why
    assert client.get("/api/conversations/talk").json()["reasons"] == {asked["request"]: why}
    path = f"/api/approvals/talk/{asked['request']}"
    assert client.post(path, json={"decision": "approve"}).json()["run"] == run.json()["id"]
    again = client.post(path, json={"decision": "reject"})
    assert (again.status_code, again.json()["type"]) == (409, "urn:duotone:BadTransition")
    assert ended(client, run)["status"] == "completed"
    assert said(client)[-1] == "done: all is gone"
    assert client.post(path, json={"decision": "approve"}).status_code == 409
    assert client.get("/api/approvals").json()["items"] == []
    assert client.post("/api/approvals/talk/c9", json={"decision": "approve"}).status_code == 404


def test_a_rejected_call_is_told_to_the_agent(client: httpx.Client) -> None:
    run = turn(client, "delete all")
    ended(client, run)
    client.post("/api/approvals/talk/c1", json={"decision": "reject", "reason": "not today"})
    ended(client, run)
    assert "not today" in said(client)[-1]


def test_an_action_of_a_session_is_decided_once_by_somebody_else(live: Live, client: httpx.Client) -> None:
    client.post("/api/sessions", json={"id": "s"})
    client.post("/api/sessions/s/participants", json={"participant": "ada", "trust": 1.0})
    client.post("/api/sessions/s/activate")

    async def act() -> None:
        await live.ground.hypervisor.act("s", "ada", "delete_all", lambda: "gone")

    with pytest.raises(PermissionError):
        live.call(act())
    [asked] = client.get("/api/approvals", params={"session": "s"}).json()["items"]
    assert (asked["kind"], asked["name"], asked["participant"]) == ("action", "delete_all", "ada")
    assert asked["reason"] == client.get("/api/sessions/s").json()["approvals"][0]["reason"] == "a person decides"
    assert client.get("/api/approvals").json()["items"] == [asked]
    path = f"/api/approvals/s/{asked['request']}"
    assert client.post(path, json={"decision": "approve"}).status_code == 200
    assert client.post(path, json={"decision": "reject"}).status_code == 409
    live.call(act())
    assert client.post(path, json={"decision": "approve"}).status_code == 404


def test_an_agent_and_its_tools_are_described(client: httpx.Client) -> None:
    assert client.get("/api/agents").json() == [{"name": "helper", "description": "Helps.", "tools": ["delete"]}]
    tools = {one["name"]: one for one in client.get("/api/tools").json()}
    assert (tools["delete"]["agent"], tools["delete"]["risk"]) == ("helper", "irreversible")
    assert tools["delete"]["parameters"]["required"] == ["path"]
    assert (tools["sell"]["agent"], tools["sell"]["description"]) == (None, "Sell something.")
