"""Streams of runs and of conversations: they end with the run, show words as they come, and stop what they may."""

from __future__ import annotations

import threading
import time
from itertools import islice, takewhile
from typing import Any

import pytest

from tests.server.conftest import Live, Serve
from tests.server.openai.talking import Gate, ground
from tests.server.streams.listening import Heard, answer, ids, listening


@pytest.fixture
def gate() -> Gate:
    return Gate()


@pytest.fixture
def live(serve: Serve, gate: Gate) -> Live:
    return serve(ground(gate=gate.agent, thread=gate.sync_agent))


def begin(live: Live, model: str = "gate", token: str | None = None) -> dict[str, Any]:
    with live.client(token) as client:
        begun = client.post("/v1/runs", json={"model": model, "input": "go"})
        assert begun.status_code == 202, begun.text
        return dict(begun.json())


def status(live: Live, run: str) -> str:
    row = live.call(live.ground.runtime.log.run(run))
    return "" if row is None else row.status


def wait_for(live: Live, run: str, wanted: str) -> None:
    deadline = time.monotonic() + 20
    while status(live, run) != wanted and time.monotonic() < deadline:
        time.sleep(0.01)
    assert status(live, run) == wanted


def test_a_stream_of_a_run_ends_with_it_and_is_not_begun_again(live: Live, gate: Gate) -> None:
    run = begin(live)["id"]
    with listening(live, f"/api/runs/{run}/stream") as heard:
        first = next(heard)
        assert (first.data["kind"], first.data["run"]) == ("run.started", run)
        gate.is_heard.set()
        rest = list(heard)
    assert (rest[-2].data["kind"], rest[-1].name) == ("run.ended", "end")
    last = ids(rest)[-1]
    assert answer(live, f"/api/runs/{run}/stream", after=last).status_code == 204
    with listening(live, f"/api/runs/{run}/stream", after=ids(rest)[-2]) as heard:
        assert [one.name for one in heard] == ["message", "end"]


def test_a_run_is_not_followed_with_an_event_of_another(live: Live, gate: Gate) -> None:
    gate.is_heard.set()
    first, second = begin(live)["id"], begin(live)["id"]
    wait_for(live, second, "completed")
    event = live.call(live.ground.runtime.log.read_run(first))[0]
    assert answer(live, f"/api/runs/{second}/stream", after=event.id).status_code == 409
    assert answer(live, "/api/runs/turn-none/stream").status_code == 404


@pytest.mark.parametrize("model", ["gate", "thread"])
def test_O13_words_are_shown_to_all_who_follow_a_conversation_before_it_goes_on(
    live: Live, gate: Gate, model: str
) -> None:
    with live.client() as client:
        made = client.post("/api/conversations", json={"id": "talk", "agent": model})
        assert made.status_code == 201, made.text
        path = "/api/conversations/talk/stream"
        with listening(live, path) as one, listening(live, path) as other:
            assert next(one).data["kind"] == next(other).data["kind"] == "conversation.started"
            assert client.post("/api/conversations/talk/runs", json={"message": "go"}).status_code == 202
            assert [_word(stream) for stream in (one, other)] == ["first ", "first "]
            assert not gate.has_ended.is_set()
            gate.is_heard.set()
            assert [_word(stream) for stream in (one, other)] == ["second", "second"]
            ended = next(event for event in one if event.name == "message" and event.data["kind"] == "step.ended")
    assert ended.data["data"]["result"]["text"] == "first second"


def _word(stream: Any) -> str:
    return str(next(one for one in stream if one.name == "text").data["text"])


def test_a_reader_that_leaves_stops_nothing(live: Live, gate: Gate) -> None:
    run = begin(live)["id"]
    with listening(live, f"/api/runs/{run}/stream") as heard:
        next(heard)
    gate.is_heard.set()
    wait_for(live, run, "completed")


def test_a_reader_that_asked_for_it_stops_the_run_when_it_leaves(live: Live, gate: Gate) -> None:
    run = begin(live)["id"]
    with listening(live, f"/api/runs/{run}/stream?cancel_on_disconnect=true") as heard:
        assert any(one.data["kind"] == "step.started" for one in heard)
    wait_for(live, run, "cancelled")
    gate.is_heard.set()


def test_a_reader_that_asked_for_it_interrupts_the_conversation_when_it_leaves(live: Live, gate: Gate) -> None:
    with live.client() as client:
        client.post("/api/conversations", json={"id": "talk", "agent": "gate"})
        with listening(live, "/api/conversations/talk/stream?cancel_on_disconnect=true") as heard:
            run = client.post("/api/conversations/talk/runs", json={"message": "go"}).json()["id"]
            assert _word(heard) == "first "
    wait_for(live, run, "waiting")
    gate.is_heard.set()


def test_to_stop_something_needs_the_scope_for_it(live: Live, gate: Gate) -> None:
    reading, running = live.token("read"), live.token("run")
    run = begin(live, token=running)["id"]
    refused = answer(live, f"/api/runs/{run}/stream?cancel_on_disconnect=true", token=reading)
    assert (refused.status_code, refused.json()["type"]) == (403, "urn:duotone:ScopeMissing")
    gate.is_heard.set()
    wait_for(live, run, "completed")


def test_many_readers_hear_of_everything_once(live: Live, gate: Gate) -> None:
    gate.is_heard.set()
    many, turns, heard = 16, 10, dict[int, list[Heard]]()
    with live.client() as client:
        client.post("/api/conversations", json={"id": "talk", "agent": "gate"})
        barrier = threading.Barrier(many + 1)

        def read(number: int) -> None:
            with listening(live, "/api/events/stream") as stream:
                next(stream)
                barrier.wait(30)
                heard[number] = list(takewhile(lambda one: one.data.get("session") != "the-end", stream))

        threads = [threading.Thread(target=read, args=(number,)) for number in range(many)]
        for thread in threads:
            thread.start()
        barrier.wait(30)
        for _ in range(turns):
            begin(live)
        deadline = time.monotonic() + 20
        while live.ground.going and time.monotonic() < deadline:
            time.sleep(0.01)
        client.post("/api/sessions", json={"id": "the-end"})
        for thread in threads:
            thread.join(30)
    written = [event.id for event in live.call(live.ground.runtime.log.read_all()) if event.session.startswith("talk-")]
    assert len(heard) == many
    assert all(ids(one) == written for one in heard.values())


def test_a_stream_that_begins_while_events_are_written_misses_none(live: Live) -> None:
    from tests.server.streams.listening import write

    stop = threading.Event()

    def keep_writing() -> None:
        while not stop.is_set():
            write(live, "s", "a")

    write(live, "s", "first")
    writer = threading.Thread(target=keep_writing)
    writer.start()
    try:
        for _ in range(10):
            with listening(live, "/api/sessions/s/events/stream") as heard:
                seen = ids(list(islice(heard, 60)))
            assert seen == list(range(1, 61))
    finally:
        stop.set()
        writer.join(10)
