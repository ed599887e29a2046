"""Streams and the tokens that opened them: nobody hears of anything once they may not read any more."""

from __future__ import annotations

from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from duotone.server.ground import Settings
from duotone.server.tokens import Tokens
from tests.server.conftest import Live, Serve
from tests.server.streams.listening import listening, write

STREAMS = ["/api/sessions/s/events/stream", "/api/events/stream?after=0", "/api/conversations/s/stream"]


@pytest.mark.parametrize("path", STREAMS)
def test_revoking_a_token_ends_a_stream_before_it_shows_anything_more(live: Live, path: str) -> None:
    token = live.token("read", name="leaver")
    write(live, "s", "a")
    with listening(live, path, token=token) as heard:
        assert next(heard).id == "1"
        live.ground.tokens.revoke("leaver")
        write(live, "s", "later")
        assert list(heard) == []


def test_a_silent_stream_ends_with_its_token_as_well(serve: Serve) -> None:
    live = serve(Settings(heartbeat=0.05))
    token = live.token("read", name="leaver")
    write(live, "s", "a")
    with listening(live, STREAMS[0], token=token) as heard:
        next(heard)
        live.ground.tokens.revoke("leaver")
        assert {one.name for one in heard} <= {"comment"}


def test_a_stream_heeds_what_another_process_revokes(serve: Serve, tmp_path: Path) -> None:
    live = serve(Settings(log=tmp_path / "a.db", heartbeat=0.05))
    token = live.token("read", name="leaver")
    write(live, "s", "a")
    with listening(live, STREAMS[0], token=token) as heard:
        next(heard)
        assert Tokens.beside(tmp_path / "a.db").revoke("leaver")
        assert {one.name for one in heard} <= {"comment"}


def test_the_first_token_ends_the_streams_of_those_who_have_shown_none(live: Live) -> None:
    write(live, "s", "a")
    with listening(live, STREAMS[0]) as heard:
        next(heard)
        live.token("read")
        write(live, "s", "b")
        assert list(heard) == []


def test_a_socket_is_told_that_it_may_not_go_on(live: Live) -> None:
    shown = {"Authorization": f"Bearer {live.token('read', name='leaver')}"}
    write(live, "s", "a")
    with connect(f"{live.url.replace('http', 'ws')}/api/events/ws?session=s", additional_headers=shown) as socket:
        socket.recv(20)
        live.ground.tokens.revoke("leaver")
        write(live, "s", "b")
        with pytest.raises(ConnectionClosed) as caught:
            socket.recv(20)
    assert caught.value.rcvd is not None
    assert caught.value.rcvd.code == 1008


def test_a_stream_ends_while_nobody_knows_which_tokens_are_good(serve: Serve, tmp_path: Path) -> None:
    live = serve(Settings(log=tmp_path / "a.db", heartbeat=0.05))
    token = live.token("read")
    write(live, "s", "a")
    with listening(live, STREAMS[0], token=token) as heard:
        next(heard)
        (tmp_path / "a.db.tokens").write_text("damaged")
        assert {one.name for one in heard} <= {"comment"}
