"""A sync face works wherever it is used: in running loops, on threads, in offloaded work, over a real connection."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from http.server import ThreadingHTTPServer
from typing import Any

import httpx
import pytest

from duotone import Color, call, color_of, figures, run
from duotone.contract.facade import facade
from duotone.contract.settings import settings
from duotone.errors import LoopHeld, WouldDeadlock, WrongLoop
from tests.contract.clients import Client, Handler
from tests.contract.threads import Background


def test_a_face_works_inside_a_running_loop_and_counts_as_a_wait(client: Any) -> None:
    async def main() -> str:
        held = figures().held_loops
        answer: str = client.get("path")
        assert figures().held_loops > held
        return answer

    assert asyncio.run(main()) == "u/path"


def test_a_face_inside_a_running_loop_follows_the_policy(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "holding", "raise")

    async def main() -> None:
        client.get("path")

    with pytest.raises(LoopHeld):
        asyncio.run(main())


def test_a_face_works_on_any_thread_and_nested(client: Any, background: Background) -> None:
    async def nested() -> str:
        answer: str = client.get("nested")
        return answer

    assert background.start(client.get, "thread")() == "u/thread"
    assert run(nested) == "u/nested"


def test_a_face_that_is_made_in_offloaded_work_is_at_home_on_the_loop_that_offloaded_it() -> None:
    async def main() -> tuple[Any, int]:
        client = await call(Client, "u/")
        assert client.loop is asyncio.get_running_loop()
        assert await call(client.get, "path") == "u/path"
        assert await asyncio.to_thread(client.get, "thread") == "u/thread"
        with pytest.raises(WouldDeadlock):
            client.get("here")
        return client, client.plain(1)

    client, two = asyncio.run(main())
    assert two == 2
    with pytest.raises(WrongLoop):
        client.get("too late")


def test_a_queue_wakes_a_waiting_thread_from_another(background: Background) -> None:
    queue = facade(asyncio.Queue)(1)
    getting = background.start(queue.get)
    queue.put_nowait("item")
    assert getting() == "item"


def test_a_face_does_not_run_sync_methods_of_others(client: Any) -> None:
    assert color_of(client.get) is color_of(Client.get) is Color.SYNC
    assert run(client.get, "path") == "u/path"


@pytest.fixture
def server() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_a_real_client_works_as_a_whole(server: str) -> None:
    Http = facade(httpx.AsyncClient)  # noqa: N806  # a class
    assert Http.__name__ == "Client"
    with Http(base_url=server) as http:
        assert http.get("/").text == "hello"
        with http.stream("GET", "/") as response:
            assert response.status_code == 200
            assert b"".join(response.aiter_bytes()) == b"hello"
        assert not http.is_closed
    assert http.is_closed
