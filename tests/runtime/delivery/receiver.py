"""A receiver of webhooks: a real HTTP server that checks signatures, counts keys once, and can be down."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

from duotone.runtime import Once, is_signed

__all__ = ["SECRET", "Receiver"]

SECRET = "only the receiver knows"  # noqa: S105  # of the tests


class Receiver:
    """Serves on a port of its own, from `start` to `stop`; the port stays the same over restarts."""

    def __init__(self, secret: str = SECRET) -> None:
        self.secret = secret
        self.answers: list[int] = []
        """What to answer with, in this order; 204 after that."""
        self.seen: list[str] = []
        """The keys of all requests."""
        self.counted: list[Mapping[str, Any]] = []
        """What was signed and came for the first time."""
        self.once = Once()
        self.port = 0
        self._arrived = threading.Condition()
        self._server: ThreadingHTTPServer | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook?token=in-the-address"

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                self.send_response(receiver.receive(dict(self.headers.items()), body))
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  # as the class has it
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def stop(self) -> None:
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None

    def wait(self, seconds: float) -> None:
        """Wait for another request, or until the time is up."""
        with self._arrived:
            self._arrived.wait(seconds)

    def receive(self, headers: Mapping[str, str], body: bytes) -> int:
        with self._arrived:
            self.seen.append(headers["Idempotency-Key"])
            self._arrived.notify_all()
        if not is_signed(self.secret, headers, body):
            return 401
        if self.answers:
            return self.answers.pop(0)
        message = json.loads(body)
        if self.once.is_first(message["key"]):
            self.counted.append(message)
        return 204
