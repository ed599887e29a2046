"""Streams over SSE: every reader hears of every event once, whenever it comes, comes back, or falls behind."""

from __future__ import annotations

import sqlite3
import threading
from itertools import islice
from pathlib import Path

import pytest

from duotone.server import tail as tails
from duotone.server.ground import Settings
from tests.server.conftest import Live, Serve
from tests.server.streams.listening import Heard, answer, ids, listening, write

STREAM = "/api/sessions/s/events/stream"


def test_a_stream_has_what_was_written_before_and_what_is_written_meanwhile(live: Live) -> None:
    write(live, "s", "a", "b")
    with listening(live, STREAM) as heard:
        before = list(islice(heard, 2))
        write(live, "other", "x")
        write(live, "s", "c")
        last = next(heard)
    assert ids([*before, last]) == [1, 2, 4]
    assert last.data == {**last.data, "id": 4, "session": "s", "seq": 3, "kind": "c", "run": None, "data": {}}
    assert len(last.data["hash"]) == 64


def test_G5_whoever_comes_back_has_lost_nothing_and_hears_of_nothing_twice(live: Live) -> None:
    write(live, "s", "a", "b", "c")
    with listening(live, STREAM) as heard:
        assert ids(list(islice(heard, 2))) == [1, 2]
    write(live, "s", "d")
    with listening(live, STREAM, after=2) as heard:
        assert ids(list(islice(heard, 2))) == [3, 4]
    with listening(live, f"{STREAM}?after=3") as heard:
        assert ids(list(islice(heard, 1))) == [4]


def test_G5_several_readers_hear_of_everything(live: Live) -> None:
    write(live, "s", "a")
    with listening(live, STREAM) as first, listening(live, STREAM) as second:
        assert ids([next(first), next(second)]) == [1, 1]
        write(live, "s", "b", "c")
        assert ids(list(islice(first, 2))) == ids(list(islice(second, 2))) == [2, 3]


def test_all_sessions_of_a_caller_are_one_stream_that_says_where_it_begins(live: Live) -> None:
    write(live, "s", "a")
    with listening(live, "/api/events/stream") as heard:
        ready = next(heard)
        assert (ready.name, ready.id, ready.data) == ("ready", "1", {"after": 1})
        write(live, "s", "b")
        write(live, "t", "c")
        assert [(one.id, one.data["session"]) for one in islice(heard, 2)] == [("2", "s"), ("3", "t")]
    with listening(live, "/api/events/stream", after=1) as heard:
        assert ids(list(islice(heard, 2))) == [2, 3]
    with listening(live, "/api/events/stream?after=0") as heard:
        assert ids(list(islice(heard, 3))) == [1, 2, 3]


def test_nobody_hears_of_another_tenants_events(live: Live) -> None:
    ours, theirs = live.token("read", tenant="ours"), live.token("admin", tenant="theirs")
    write(live, "@ours.s", "secret")
    write(live, "@theirs.t", "open")
    assert answer(live, STREAM, token=theirs).status_code == 404
    assert answer(live, STREAM).status_code == 401
    with listening(live, "/api/events/stream?after=0", token=theirs) as heard:
        assert next(heard).data["session"] == "t"
        write(live, "@ours.s", "secret")
        write(live, "@theirs.t", "open")
        assert next(heard).data["id"] == 4
    with listening(live, STREAM, token=ours) as heard:
        assert [one.data["session"] for one in islice(heard, 2)] == ["s", "s"]


def test_what_the_log_keeps_for_itself_is_nobodys(live: Live) -> None:
    token = live.token("admin", tenant="ours")
    with live.client(token) as client:
        client.post("/api/sessions", json={"id": "secret"})
    local = live.token("admin")
    with listening(live, "/api/events/stream?after=0", token=local) as heard:
        write(live, "mine", "a")
        assert next(heard).data["session"] == "mine"
    assert answer(live, "/api/sessions/duotone.sessions/events/stream", token=local).status_code == 404


def test_a_stream_is_not_resumed_with_an_event_of_another_one(live: Live) -> None:
    write(live, "s", "a")
    write(live, "t", "b")
    refused = answer(live, STREAM, after=2)
    assert (refused.status_code, refused.json()["type"]) == (409, "urn:duotone:OtherStream")


@pytest.mark.parametrize("odd", ["-1", "x", "1e3", "99999999999999999999", "1\u00b2"])
def test_an_id_that_is_none_is_refused(live: Live, odd: str) -> None:
    write(live, "s", "a")
    with live.client() as client:
        assert client.get(STREAM, headers={b"Last-Event-ID": odd.encode()}).status_code == 422
        assert client.get(STREAM, params={"after": odd}).status_code == 422


def test_an_id_that_the_log_has_not_reached_is_told_and_everything_follows(live: Live) -> None:
    write(live, "s", "a")
    with listening(live, STREAM, after=700) as heard:
        told, first = islice(heard, 2)
    assert (told.name, told.id, told.data["reason"]) == ("resync", None, "unknown")
    assert first.id == "1"


def test_a_reader_whose_history_was_pruned_is_told_and_has_what_is_left(serve: Serve, tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    live = serve(Settings(log=path))
    write(live, "s", "a", "b", "c", "d")
    connection = sqlite3.connect(path)
    connection.execute("delete from events where id <= 2")
    connection.commit()
    connection.close()
    for after in (None, 2):
        with listening(live, STREAM, after=after) as heard:
            told, *rest = islice(heard, 3)
        assert (told.name, told.data["reason"]) == ("resync", "pruned")
        assert ids(rest) == [3, 4]
    with listening(live, STREAM, after=3) as heard:
        assert ids(list(islice(heard, 1))) == [4]


def test_a_silent_stream_shows_that_it_lives(serve: Serve) -> None:
    live = serve(Settings(heartbeat=0.05))
    write(live, "s", "a")
    with listening(live, STREAM) as heard:
        assert [one.name for one in islice(heard, 3)] == ["message", "comment", "comment"]


def test_a_slow_reader_holds_nobody_up_is_told_and_misses_nothing(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tails, "_ROOM", 8)
    write(live, "s", "begin")
    text = "x" * 20_000  # more than the buffers of a connection hold, so that the server has to wait for the reader
    many = 400
    with listening(live, STREAM) as slow, listening(live, STREAM) as quick:
        next(slow)
        heard: list[Heard] = []

        def read() -> None:
            heard.extend(islice(quick, many + 1))

        reader = threading.Thread(target=read)
        reader.start()
        for _ in range(many):
            write(live, "s", text)
        reader.join(30)
        assert ids(heard) == list(range(1, many + 2))
        assert all(one.name == "message" for one in heard)
        rest: list[Heard] = []
        while ids(rest)[-1:] != [many + 1]:
            rest.append(next(slow))
    assert next(one.data["reason"] for one in rest if one.name == "resync") == "slow"
    assert ids(rest) == list(range(2, many + 2))


def test_a_reader_that_leaves_is_forgotten(live: Live) -> None:
    write(live, "s", "a")
    with listening(live, STREAM) as heard:
        next(heard)
        assert len(live.ground.tail) == 1
    for _ in range(200):
        if not len(live.ground.tail):
            break
        threading.Event().wait(0.01)
    assert len(live.ground.tail) == 0


def test_streams_end_with_the_server_and_none_begins(live: Live) -> None:
    write(live, "s", "a")
    with listening(live, STREAM) as heard:
        next(heard)
        live.loop.call_soon_threadsafe(live.ground.stop)
        assert list(heard) == []
    assert answer(live, STREAM).status_code == 503
