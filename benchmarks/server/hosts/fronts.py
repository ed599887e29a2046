"""What stands before an engine that has no HTTP of its own: the routes of the floor, over what the engine does."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Protocol
from uuid import uuid4

import uvicorn
from fastapi import FastAPI

from benchmarks.server.hosts.floor import New, Session

__all__ = ["Engine", "front", "listen"]


class Engine(Protocol):
    """Somebody who keeps sessions and takes turns."""

    async def create(self, name: str) -> None:
        """Make a session that is there after a restart."""

    async def read(self, name: str) -> str:
        """Return how a session stands."""
        ...

    async def answer(self, name: str, text: str) -> str:
        """Let one step answer, and keep its result."""
        ...


def front(opened: Callable[[], AbstractAsyncContextManager[Engine]]) -> FastAPI:
    """Return an application over an engine that is opened with it."""
    held: list[Engine] = []

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with opened() as engine:
            held.append(engine)
            yield

    app = FastAPI(lifespan=lifespan)

    @app.post("/api/sessions", status_code=201)
    async def create(body: New) -> Session:
        name = body.id or uuid4().hex
        await held[0].create(name)
        return Session(id=name)

    @app.get("/api/sessions/{session}")
    async def read(session: str) -> Session:
        return Session(id=session, state=await held[0].read(session))

    @app.post("/v1/chat/completions")
    async def chat(body: dict[str, Any]) -> dict[str, Any]:
        text = await held[0].answer(uuid4().hex, body["messages"][-1]["content"])
        return {"choices": [{"message": {"content": text}}]}

    return app


class _Server(uvicorn.Server):
    """Says where it listens, once it does."""

    url = ""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            print(self.url, flush=True)


def listen(app: FastAPI) -> None:
    """Serve an application on a free port, and say so on stdout."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=2048)
    server = _Server(uvicorn.Config(app, log_config=None, access_log=False))
    server.url = f"http://127.0.0.1:{listener.getsockname()[1]}"
    server.run([listener])
