"""The same events over WebSocket."""

from __future__ import annotations

import json
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.sync.connection import Connection
from websockets.typing import Subprotocol

from tests.server.conftest import Live
from tests.server.streams.listening import write


@contextmanager
def following(live: Live, query: str = "", **how: Any) -> Generator[Connection]:
    with connect(f"{live.url.replace('http', 'ws')}/api/events/ws{query}", **how) as socket:
        yield socket


def heard(socket: Connection, count: int) -> list[Any]:
    return [json.loads(socket.recv(20)) for _ in range(count)]


def test_a_session_is_followed_and_resumed(live: Live) -> None:
    write(live, "s", "a", "b")
    with following(live, "?session=s") as socket:
        first = heard(socket, 2)
        write(live, "s", "c")
        first += heard(socket, 1)
    assert [(one["type"], one["id"], one["data"]["kind"]) for one in first] == [
        ("event", 1, "a"),
        ("event", 2, "b"),
        ("event", 3, "c"),
    ]
    with following(live, "?session=s&after=2") as socket:
        assert [one["id"] for one in heard(socket, 1)] == [3]


def test_all_sessions_are_followed_from_here_on(live: Live) -> None:
    write(live, "s", "a")
    with following(live) as socket:
        assert heard(socket, 1) == [{"type": "ready", "id": 1, "data": {"after": 1}}]
        write(live, "t", "b")
        assert heard(socket, 1)[0]["data"]["session"] == "t"


def test_the_token_of_a_browser_is_one_of_the_protocols_that_it_offers(live: Live) -> None:
    token, foreign = live.token("read", tenant="ours"), live.token("admin", tenant="theirs")
    write(live, "@ours.s", "a")
    offered = [Subprotocol("duotone"), Subprotocol(f"bearer.{token}")]
    with following(live, "?session=s", subprotocols=offered) as socket:
        assert socket.subprotocol == "duotone"
        assert heard(socket, 1)[0]["data"]["session"] == "s"
    with following(live, "?session=s", additional_headers={"Authorization": f"Bearer {token}"}) as socket:
        assert heard(socket, 1)[0]["id"] == 1
    for how, status in [({}, 401), ({"additional_headers": {"Authorization": f"Bearer {foreign}"}}, 404)]:
        with pytest.raises(InvalidStatus) as caught, following(live, "?session=s", **how):
            pass
        assert caught.value.response.status_code == status


def test_a_page_of_somebody_else_may_not_follow(live: Live) -> None:
    with pytest.raises(InvalidStatus) as caught, following(live, origin="http://evil.example"):
        pass
    assert caught.value.response.status_code in {403, 421}


@pytest.mark.parametrize("query", ["?session=s&run=r", "?session=none", "?run=none", "?session=s&after=99"])
def test_what_can_not_be_followed_is_refused_or_told(live: Live, query: str) -> None:
    write(live, "s", "a")
    if query.endswith("99"):
        with following(live, query) as socket:
            assert heard(socket, 1)[0]["type"] == "resync"
        return
    with pytest.raises(InvalidStatus), following(live, query):
        pass


def test_a_socket_ends_with_the_server(live: Live) -> None:
    write(live, "s", "a")
    with following(live, "?session=s") as socket:
        heard(socket, 1)
        live.loop.call_soon_threadsafe(live.ground.stop)
        with pytest.raises(ConnectionClosed) as caught:
            socket.recv(20)
    assert caught.value.rcvd is not None
    assert caught.value.rcvd.code == 1001
