"""Late delivery of a server, in processes of its own: promised to who follows, refused to who gets a response."""

from __future__ import annotations

import ast
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.meta.sources import read_modules
from tests.server.ops.served import process
from tests.server.streams.listening import parsed

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="needs signals"),
    pytest.mark.timeout(240),  # several servers are started one after the other
]


BUILD = "run until [ -e go ]; do sleep 0.02; done; echo built; touch built"
"""A command that goes on until it is let."""


def build(folder: Path) -> None:
    """Let that command end, and wait for it."""
    (folder / "go").touch()
    until((folder / "built").exists)


def begin(client: httpx.Client, agent: str, text: str, talk: str = "talk") -> None:
    """Say something, and wait for the end of the turn."""
    assert client.post("/api/conversations", json={"agent": agent, "id": talk}).status_code == 201
    ask(client, text, talk)


def ask(client: httpx.Client, text: str, talk: str = "talk") -> None:
    run = client.post(f"/api/conversations/{talk}/runs", json={"message": text}).json()["id"]
    ended = client.get(f"/api/runs/{run}/wait", params={"seconds": 20}).json()
    assert ended["status"] == "completed", ended


def events(client: httpx.Client, talk: str = "talk") -> Iterator[dict[str, Any]]:
    """Yield the events of a conversation as its stream shows them."""
    with client.stream("GET", f"/api/conversations/{talk}/stream") as stream:
        for one in parsed(stream.iter_lines()):
            if one.name == "message":
                yield one.data


def notices(client: httpx.Client, *kinds: str, talk: str = "talk") -> list[dict[str, Any]]:
    """Return what was delivered, once one of each kind was, in its order."""
    found: list[dict[str, Any]] = []
    for event in events(client, talk):
        if event["kind"] == "promise.delivered":
            found.append(event["data"]["receipt"])
            if {one["kind"] for one in found} >= set(kinds):
                return found
    return found


def delivered(client: httpx.Client, talk: str = "talk") -> list[str]:
    """Return the kinds of all that the log says was delivered."""
    page = client.get(f"/api/sessions/{talk}/events", params={"limit": 1000}).json()
    return [one["data"]["receipt"]["kind"] for one in page["items"] if one["kind"] == "promise.delivered"]


def messages(client: httpx.Client, talk: str = "talk") -> list[tuple[str, str]]:
    page = client.get(f"/api/conversations/{talk}/messages").json()
    return [(one["role"], one["text"]) for one in page["items"]]


def until(is_so: Any, seconds: float = 20.0) -> None:
    """Wait for something."""
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.05)  # each request is a line of a log that nobody reads here


def test_G1_a_turn_of_a_conversation_is_told_later_and_one_of_a_response_is_refused(tmp_path: Path) -> None:
    with process(tmp_path / "log.db") as (_, client):
        begin(client, "clerk", "run sleep 0.5; echo built")
        given = next(text for role, text in messages(client) if role == "tool")
        assert '"notify_on_complete": true' in given
        [notice] = notices(client, "process.completed")
        assert (notice["data"]["code"], notice["data"]["output"]) == (0, "built\n")
        until(lambda: messages(client)[-1][0] == "notice")

        body = {"model": "clerk", "messages": [{"role": "user", "content": "run echo built"}]}
        said = client.post("/v1/chat/completions", json=body).json()["choices"][0]["message"]["content"]
        assert '"notify_on_complete": false' in said
        assert "channel 'response' closes with the turn" in said
        assert len(client.get("/api/promises").json()["items"]) == 1


def test_G1_the_tools_say_what_the_route_can_do(tmp_path: Path) -> None:
    with process(tmp_path / "log.db") as (_, client):
        begin(client, "clerk", "able?")
        assert "you are told when a background command has ended" in messages(client)[-1][1]
        body = {"model": "clerk", "messages": [{"role": "user", "content": "able?"}]}
        said = client.post("/v1/chat/completions", json=body).json()["choices"][0]["message"]["content"]
        assert "Nothing can be delivered to you once this turn has ended" in said
        response = client.post("/v1/responses", json={"model": "clerk", "input": "able?"}).json()
        assert "Nothing can be delivered to you" in response["output"][0]["content"][0]["text"]


def test_G10_a_session_of_a_response_is_served_once_it_talks_over_the_conversation_route(tmp_path: Path) -> None:
    with process(tmp_path / "log.db") as (_, client):
        response = client.post("/v1/responses", json={"model": "clerk", "input": "run echo built"}).json()
        talk = client.get("/api/conversations").json()["items"][0]["id"]
        assert "closes with the turn" in response["output"][-1]["content"][0]["text"]
        ask(client, "run echo again", talk)
        [notice] = notices(client, "process.completed", talk=talk)
        assert notice["data"]["output"] == "again\n"


def test_G5_two_subscribers_and_one_that_comes_back_see_each_notice_once(tmp_path: Path) -> None:
    with process(tmp_path / "log.db") as (_, client), ThreadPoolExecutor(2) as pool:
        begin(client, "clerk", "run sleep 0.5; echo built")
        both = [pool.submit(notices, client, "process.completed") for _ in range(2)]
        seen = [one.result(20) for one in both]
        assert seen[0] == seen[1]
        assert [one["kind"] for one in seen[0]] == ["process.completed"]

        page = client.get("/api/sessions/talk/events", params={"limit": 1000}).json()["items"]
        last = next(one["id"] for one in page if one["kind"] == "promise.made")
        with client.stream("GET", "/api/conversations/talk/stream", headers={"Last-Event-ID": str(last)}) as stream:
            later = (one for one in parsed(stream.iter_lines()) if one.name == "message")
            assert next(one for one in later if one.data["kind"] == "promise.delivered").data["data"]["receipt"]


def test_G8_what_ends_while_no_server_lives_is_delivered_once_by_the_next(tmp_path: Path) -> None:
    log = tmp_path / "log.db"
    with process(log) as (child, client):
        begin(client, "clerk", BUILD)
        child.kill()
        child.wait(10)
    build(tmp_path)
    with process(log) as (child, client):
        [notice] = notices(client, "process.completed")
        assert notice["data"]["code"] == 0
        child.kill()
        child.wait(10)
    with process(log) as (_, client):
        time.sleep(0.5)
        assert delivered(client) == ["process.completed"]


def test_an_agent_that_wakes_answers_by_itself_and_delivers_the_answer(tmp_path: Path) -> None:
    with process(tmp_path / "log.db") as (_, client):
        begin(client, "watchman", "run sleep 0.5; echo built")
        first, second = notices(client, "process.completed", "conversation.replied")
        assert (first["kind"], second["kind"]) == ("process.completed", "conversation.replied")
        assert "built" in second["data"]["text"]
        assert [role for role, _ in messages(client)][-2:] == ["notice", "agent"]
        assert client.get("/api/conversations/talk").json()["unanswered"] is False


@pytest.mark.parametrize("when", ["at once", "while it works", "once it has ended"])
def test_an_agent_wakes_once_after_its_server_was_killed(tmp_path: Path, when: str) -> None:
    log = tmp_path / "log.db"
    with process(log) as (child, client):
        begin(client, "watchman", BUILD)
        if when == "once it has ended":
            build(tmp_path)
        time.sleep(0.0 if when == "at once" else 0.3)
        child.kill()
        child.wait(10)
    build(tmp_path)
    with process(log) as (_, client):
        notices(client, "process.completed", "conversation.replied")
        time.sleep(0.5)
        assert delivered(client) == ["process.completed", "conversation.replied"]
        assert [role for role, _ in messages(client)].count("notice") == 1


def test_a_turn_that_a_server_left_behind_goes_on_on_its_own_channel(tmp_path: Path) -> None:
    """One begun over a conversation is told later, and one of a response is not."""
    log = tmp_path / "log.db"
    with process(log) as (child, client):
        assert client.post("/api/conversations", json={"agent": "slow", "id": "talk"}).status_code == 201
        client.post("/api/conversations/talk/runs", json={"message": "run echo built"})
        with ThreadPoolExecutor(1) as pool:
            body = {"model": "slow", "messages": [{"role": "user", "content": "run echo built"}]}
            asked = pool.submit(client.post, "/v1/chat/completions", json=body)
            until(lambda: len(client.get("/api/runs").json()["items"]) == 2)
            child.kill()
            child.wait(10)
            with pytest.raises(httpx.HTTPError):
                asked.result(20)
    with process(log) as (_, client):
        assert [one["kind"] for one in notices(client, "process.completed")] == ["process.completed"]
        until(lambda: all(one["status"] == "completed" for one in client.get("/api/runs").json()["items"]))
        assert len(client.get("/api/promises").json()["items"]) == 1


def test_G2_turns_are_begun_in_one_place_for_conversations_and_in_one_for_responses() -> None:
    begin_turns = {"ask", "resume", "run", "stream"}
    found = {
        module.name
        for module in read_modules()
        if module.name.startswith("duotone.server.")
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in begin_turns
        and "conversation" in ast.unparse(node.func.value)
    }
    assert found == {"duotone.server.turns", "duotone.server.openai.turns"}
