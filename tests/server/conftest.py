"""A real server for the tests: uvicorn on a free port of loopback, on a thread and a loop of its own."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
from collections.abc import Callable, Coroutine, Generator, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, Protocol, TypeVar

import httpx
import pytest
import uvicorn

from duotone.server.app import create_app
from duotone.server.ground import Ground, Settings

T = TypeVar("T")


class Live:
    """A server that answers, and the ground that it stands on."""

    def __init__(self, ground: Ground, url: str, loop: asyncio.AbstractEventLoop) -> None:
        self.ground = ground
        self.url = url
        self.loop = loop

    def client(self, token: str | None = None, **how: Any) -> httpx.Client:
        """Return a client that shows this token."""
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        return httpx.Client(base_url=self.url, headers=headers, timeout=20, **how)

    def token(self, *scopes: str, tenant: str = "local", name: str = "tester") -> str:
        """Make a token; from the first one on, every request needs one."""
        return self.ground.tokens.create(name, scopes=scopes, tenant=tenant)[0]

    def call(self, work: Coroutine[Any, Any, T]) -> T:
        """Run something on the loop of the server."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(20)


class _Server(uvicorn.Server):
    """Says when it has started, or can't."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.loop: asyncio.AbstractEventLoop | None = None
        self.has_begun = threading.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so."""
        self.loop = asyncio.get_running_loop()
        try:
            await super().startup(sockets)
        finally:
            self.has_begun.set()


class Serve(Protocol):
    """Starts a server that ends with the test."""

    def __call__(self, ground: Ground | Settings | None = None, **config: Any) -> Live: ...


@contextmanager
def serving(ground: Ground, *, port: int = 0, **config: Any) -> Generator[Live]:
    """Serve on a port, or on a free one, until the block is left."""
    settings: dict[str, Any] = {"log_level": "warning", "ws": "websockets-sansio", "lifespan": "on", **config}
    server = _Server(uvicorn.Config(create_app(ground), **settings))
    listener = socket.create_server(("127.0.0.1", port))
    thread = threading.Thread(target=server.run, args=([listener],), name="server", daemon=True)
    thread.start()
    assert server.has_begun.wait(20)
    assert server.loop is not None
    assert server.started, "the server has ended before it began; see what it has logged"
    try:
        yield Live(ground, f"http://127.0.0.1:{listener.getsockname()[1]}", server.loop)
    finally:
        with contextlib.suppress(RuntimeError):  # it has ended by itself
            server.loop.call_soon_threadsafe(ground.stop)  # as a signal does, which no thread but the main one hears
        server.should_exit = True
        thread.join(30)
        assert not thread.is_alive(), "the server doesn't end"


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Start servers that end with the test."""
    with ExitStack() as stack:

        def start(ground: Ground | Settings | None = None, **config: Any) -> Live:
            stands_on = ground if isinstance(ground, Ground) else Ground(settings=ground or Settings())
            return stack.enter_context(serving(stands_on, **config))

        yield start


@pytest.fixture
def live(serve: Callable[..., Live]) -> Live:
    """Start a server with a log in memory and nothing in it."""
    return serve()
