"""A real server of the web, on this machine, that answers as a test wants it to."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

__all__ = ["Server", "served"]


class Server:
    """Where it is, and what it was asked."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.asked: list[tuple[str, str, dict[str, str], bytes]] = []

    def url(self, path: str = "/", host: str = "127.0.0.1") -> str:
        return f"http://{host}:{self.port}{path}"


@contextmanager
def served(answer: Callable[[BaseHTTPRequestHandler], None], host: str = "127.0.0.1") -> Iterator[Server]:
    """Serve on a free port until the block is left."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            length = int(self.headers.get("content-length", 0))
            body = self.rfile.read(length)
            server.asked.append((self.command, self.path, {k.lower(): v for k, v in self.headers.items()}, body))
            answer(self)

        do_POST = do_HEAD = do_PUT = do_GET  # noqa: N815  # names that the standard library asks for

        def log_message(self, *args: Any) -> None:
            pass

    listening = ThreadingHTTPServer((host, 0), Handler)
    listening.daemon_threads = True
    server = Server(listening.server_address[1])
    thread = threading.Thread(target=listening.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        listening.shutdown()
        listening.server_close()
        thread.join()
