"""Work that moves between servers of one log: what was begun on one is steered, decided and ended on the other."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from duotone.errors import ApprovalNeeded
from duotone.runtime import Action, Hypervisor, Risk, Rule, Verdict
from tests.postgresql import PostgresServer
from tests.server.shared.hosts import Host, hosts, until

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="needs signals"),
    pytest.mark.timeout(240),  # servers are started, and each takes its time on a busy machine
]

REFUND = Action("refund", Risk.IRREVERSIBLE)


def flow(unit: str, seconds: float, steps: int = 1) -> str:
    """Return a workflow whose steps follow each other."""
    lines = [
        f"  - {{id: s{number}, function: {unit}, {f'needs: [s{number - 1}], ' if number else ''}"
        f"with: {{seconds: {seconds}}}}}"
        for number in range(steps)
    ]
    return "\n".join(["name: waiting", "steps:", *lines])


def begun(client: httpx.Client, unit: str, seconds: float, steps: int = 1, key: str = "") -> str:
    headers = {"Idempotency-Key": key} if key else {}
    answer = client.post("/api/workflows/runs", json={"workflow": flow(unit, seconds, steps)}, headers=headers)
    assert answer.status_code == 202, answer.text
    run: str = answer.json()["id"]
    return run


def ended(client: httpx.Client, run: str) -> dict[str, Any]:
    """Return how a run stands once it has ended, or waits for somebody."""

    def look() -> dict[str, Any] | None:
        found: dict[str, Any] = client.get(f"/api/runs/{run}/wait", params={"seconds": 5}).json()
        return None if found["status"] in {"running", "undoing"} else found

    found: dict[str, Any] = until(look)
    return found


def talk(client: httpx.Client, name: str) -> None:
    assert client.post("/api/conversations", json={"agent": "echo", "id": name}).status_code == 201


def said(client: httpx.Client, name: str, text: str) -> str:
    """Say something, and return the run of the turn that answers it."""
    answer = client.post(f"/api/conversations/{name}/runs", json={"message": text})
    assert answer.status_code == 202, answer.text
    run: str = answer.json()["id"]
    return run


def texts(client: httpx.Client, name: str) -> list[str]:
    return [one["text"] for one in client.get(f"/api/conversations/{name}/messages").json()["items"]]


def state(client: httpx.Client, name: str) -> str:
    found: str = client.get(f"/api/conversations/{name}").json()["state"]
    return found


def wait_for_step(client: httpx.Client, run: str, count: int = 1) -> None:
    """Wait until so many steps of a run have begun."""
    until(lambda: [one["kind"] for one in events(client, run)].count("step.started") >= count)


def events(client: httpx.Client, run: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get(f"/api/runs/{run}/events", params={"limit": 1000}).json()["items"]
    return found


@pytest.fixture(scope="module")
def place(postgres: PostgresServer) -> str:
    """Return the log that all of them share."""
    return postgres.fresh()


@pytest.fixture(scope="module")
def pair(place: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Host]]:
    """Two servers that all tests of this module leave running."""
    with hosts(place, tmp_path_factory.mktemp("hosts"), drain=2.0) as made:
        yield made


@pytest.fixture
def one(pair: list[Host]) -> Iterator[httpx.Client]:
    with pair[0].client() as client:
        yield client


@pytest.fixture
def other(pair: list[Host]) -> Iterator[httpx.Client]:
    with pair[1].client() as client:
        yield client


def test_a_conversation_that_was_begun_on_one_server_goes_on_on_the_other(
    one: httpx.Client, other: httpx.Client
) -> None:
    talk(one, "moves")
    assert ended(one, said(one, "moves", "first"))["status"] == "completed"
    assert ended(other, said(other, "moves", "second"))["status"] == "completed"
    assert ended(one, said(one, "moves", "third"))["status"] == "completed"
    heard = ["first", "1: first", "second", "3: second", "third", "5: third"]
    assert texts(one, "moves") == texts(other, "moves") == heard


def test_a_second_turn_is_refused_while_the_other_server_is_at_one(one: httpx.Client, other: httpx.Client) -> None:
    talk(one, "busy")
    wait_for_step(one, said(one, "busy", "nap 60"), 2)
    refused = other.post("/api/conversations/busy/runs", json={"message": "me too"})
    assert (refused.status_code, refused.json()["type"]) == (409, "urn:duotone:ConversationBusy")
    assert other.post("/api/conversations/busy/interrupt", json={"reason": "enough"}).json() == {"done": True}
    until(lambda: state(one, "busy") == state(other, "busy") == "paused")


def test_a_run_is_cancelled_on_the_server_that_does_not_drive_it(one: httpx.Client, other: httpx.Client) -> None:
    run = begun(one, "nap", 60)
    wait_for_step(other, run)
    begun_at = time.monotonic()
    assert other.post(f"/api/runs/{run}/cancel", json={"reason": "too long"}).status_code == 202
    assert ended(other, run)["status"] == "cancelled"
    assert time.monotonic() - begun_at < 30
    assert one.get(f"/api/runs/{run}").json()["status"] == "cancelled"


def test_a_call_is_approved_on_the_other_server_which_goes_on_with_the_turn(
    one: httpx.Client, other: httpx.Client
) -> None:
    talk(one, "asks")
    assert ended(one, said(one, "asks", "delete it.txt"))["status"] == "waiting"
    [asked] = other.get("/api/approvals", params={"session": "asks"}).json()["items"]
    path = f"/api/approvals/asks/{asked['request']}"
    decided = other.post(path, json={"decision": "approve"})
    assert decided.status_code == 200, decided.text
    assert ended(one, decided.json()["run"])["status"] == "completed"
    assert texts(one, "asks")[-1].endswith("it.txt is gone")
    assert one.post(path, json={"decision": "reject"}).status_code in {404, 409}


def test_a_session_of_one_server_is_activated_on_the_other(one: httpx.Client, other: httpx.Client) -> None:
    assert one.post("/api/sessions", json={"id": "governed"}).status_code == 201
    assert other.get("/api/sessions/governed").status_code == 200
    assert other.post("/api/sessions/governed/participants", json={"participant": "ann"}).status_code < 300
    assert other.post("/api/sessions/governed/activate").status_code < 300
    assert one.get("/api/sessions/governed").json()["state"] == "active"


def test_an_action_that_a_program_asks_for_is_approved_through_any_server_once(
    place: str, one: httpx.Client, other: httpx.Client
) -> None:
    done: list[str] = []
    with Hypervisor(place, actions=[REFUND], policy=[Rule(Verdict.ASK, "refund")]) as hypervisor:
        session = hypervisor.create_session(creator="support")
        hypervisor.join_session(session, "bot", trust=0.95)
        hypervisor.activate_session(session)
        with pytest.raises(ApprovalNeeded) as needed:
            hypervisor.act(session, "bot", "refund", done.append, "order 7")
        request = needed.value.request
        for client in (one, other):
            listed = until(lambda client=client: client.get("/api/approvals").json()["items"])
            assert [(item["session"], item["request"]) for item in listed] == [(session.id, request)]
        decided = other.post(f"/api/approvals/{session.id}/{request}", json={"decision": "approve"})
        assert decided.status_code == 200, decided.text
        again = one.post(f"/api/approvals/{session.id}/{request}", json={"decision": "reject"})
        assert again.status_code == 409, again.text
        hypervisor.act(session, "bot", "refund", done.append, "order 7")
        with pytest.raises(ApprovalNeeded):  # it was worth one action
            hypervisor.act(session, "bot", "refund", done.append, "order 7")
        hypervisor.terminate_session(session)
    assert done == ["order 7"]


def test_a_key_makes_one_run_whichever_server_it_is_sent_to(one: httpx.Client, other: httpx.Client) -> None:
    clients = [one, other] * 4
    with ThreadPoolExecutor(len(clients)) as pool:
        runs = set(pool.map(lambda client: begun(client, "nap", 0.2, key="once"), clients))
    assert len(runs) == 1
    [run] = runs
    assert ended(other, run)["status"] == "completed"
    assert [event["kind"] for event in events(one, run)].count("step.started") == 1
    refused = other.post(
        "/api/workflows/runs", json={"workflow": flow("nap", 0.3)}, headers={"Idempotency-Key": "once"}
    )
    assert refused.status_code == 422


def test_a_key_makes_one_turn_and_says_its_message_once(one: httpx.Client, other: httpx.Client) -> None:
    talk(one, "keyed")

    def ask(client: httpx.Client) -> httpx.Response:
        body = {"message": "nap 0.2"}
        return client.post("/api/conversations/keyed/runs", json=body, headers={"Idempotency-Key": "one-turn"})

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(ask, [one, other] * 4))
    assert {answer.status_code for answer in answers} == {202}, [answer.text for answer in answers]
    [run] = {answer.json()["id"] for answer in answers}
    assert ended(other, run)["status"] == "completed"
    assert texts(one, "keyed").count("nap 0.2") == 1


def test_what_a_drain_has_parked_and_what_a_killed_server_was_at_is_taken_up_by_another(
    postgres: PostgresServer, tmp_path: Path
) -> None:
    with hosts(postgres.emptied(), tmp_path, count=3, drain=1.0) as (ends, killed, stays):
        with ends.client() as one, killed.client() as other:
            talk(one, "parked")
            turn, parked = said(one, "parked", "nap 8"), begun(one, "nap", 0.5, steps=8)
            left = begun(other, "rest", 0.5, steps=6)
            wait_for_step(one, turn, 2)
            wait_for_step(one, parked, 2)
            wait_for_step(other, left, 2)
            killed.send(signal.SIGKILL)
            killed.wait()
            ends.stop()
        with stays.client() as third:
            until(lambda: ended(third, turn)["status"] == "completed")  # until then it waits
            assert {ended(third, run)["status"] for run in (parked, left)} == {"completed"}
            steps = [event["data"]["step"] for event in events(third, parked) if event["kind"] == "step.started"]
            assert steps == [f"s{number}" for number in range(8)]
