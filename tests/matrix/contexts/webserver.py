"""FastAPI handlers of both colors under a real uvicorn, in a process of its own."""

from __future__ import annotations

import contextlib
import socket
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Self

from tests.matrix import probes
from tests.matrix.cells import Cell
from tests.matrix.contexts.process import Process, say
from tests.matrix.probes import SUSPENDED, Outcome, observe

if TYPE_CHECKING:
    from fastapi import FastAPI

PATIENCE = 10.0
"""Seconds in which a server that was told to end has to be gone."""


class WebServer:
    """A server that answers for all cells, and one more for each Ctrl-C, since that is its end."""

    def __init__(self) -> None:
        self._process: Process | None = None
        self._url = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc_info: object) -> None:
        if self._process is not None:
            self._process.kill()

    def observe(self, cell: Cell) -> list[Outcome]:
        """Let a handler run a cell, and return its answer."""
        if cell.outcome == "ctrl_c":
            return [self._interrupt(cell)]
        if self._process is None:
            self._process = Process(__name__)
            self._url = self._process.read()
        return [_ask(self._url, cell)]

    def _interrupt(self, cell: Cell) -> Outcome:
        process = Process(__name__)
        try:
            with ThreadPoolExecutor() as executor:
                answer = executor.submit(_ask, process.read(), cell)
                assert process.read() == SUSPENDED
                process.press_ctrl_c()
                return answer.result(PATIENCE) | {"exit_code": process.wait(PATIENCE)}
        finally:
            process.kill()


def _ask(url: str, cell: Cell) -> Outcome:
    import httpx

    color = cell.context.removeprefix("fastapi-")
    response = httpx.get(f"{url}/{color}/{cell.callable}/{cell.outcome}", timeout=PATIENCE, trust_env=False)
    outcome: Outcome = response.json() | ({"status": response.status_code} if cell.outcome == "ctrl_c" else {})
    return outcome


def application() -> FastAPI:
    """Make an application whose handlers run cells."""
    from fastapi import FastAPI

    app = FastAPI()

    @app.get("/async_handler/{kind}/{outcome}")
    async def handle_async(kind: str, outcome: str) -> dict[str, Any]:
        return observe(Cell("fastapi-async_handler", kind, outcome))

    @app.get("/sync_handler/{kind}/{outcome}")
    def handle_sync(kind: str, outcome: str) -> dict[str, Any]:
        return observe(Cell("fastapi-sync_handler", kind, outcome))

    return app


def serve() -> None:
    """Say the address, and serve until Ctrl-C."""
    import uvicorn

    class Server(uvicorn.Server):
        def handle_exit(self, *args: Any) -> None:
            super().handle_exit(*args)
            probes.latest.finish()

    listener = socket.create_server(("127.0.0.1", 0))
    say("http://{}:{}".format(*listener.getsockname()))
    server = Server(uvicorn.Config(application(), log_level="warning"))
    with contextlib.suppress(KeyboardInterrupt):  # uvicorn raises it again when all is done, as its own command expects
        server.run([listener])


if __name__ == "__main__":
    serve()
