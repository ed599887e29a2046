"""One request and its answer: to an address that was checked, in the time that there is, and not too much of it."""

from __future__ import annotations

import http.client
import socket
import ssl
import threading
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from email.message import Message
from time import monotonic

from duotone.errors import Unfit
from duotone.runtime.tools.web.targets import Target

__all__ = ["Answer", "Question", "exchange"]

_PIECE = 65_536


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked."""

    method: str
    target: Target
    headers: Mapping[str, str]
    body: bytes | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back; `is_whole` is false where more would have come."""

    status: int
    reason: str
    headers: Message
    body: bytes
    is_whole: bool


def exchange(question: Question, addresses: Sequence[str], deadline: float, most: int) -> Answer:
    """Ask at one of the addresses, and read up to `most` bytes; raises `Unfit` if nothing comes of it in time."""
    target = question.target
    line = _Line(target, addresses, deadline)
    try:
        with line.until(deadline):
            line.request(question.method, target.path, question.body, dict(question.headers))
            reply = line.getresponse()
            body = _body(reply, most + 1)
    except (OSError, http.client.HTTPException, ValueError) as error:
        is_late = line.is_cut or isinstance(error, TimeoutError)
        why = "didn't answer in time" if is_late else f"can't be asked: {str(error) or type(error).__name__}"
        raise Unfit(target.url, why, "try again later, or another address") from error
    finally:
        line.close()
    return Answer(reply.status, reply.reason, reply.headers, body[:most], len(body) <= most)


def _body(reply: http.client.HTTPResponse, most: int) -> bytes:
    """Read piece by piece, so that what drips is seen as it comes."""
    pieces: list[bytes] = []
    while most > 0 and (piece := reply.read1(min(most, _PIECE))):
        pieces.append(piece)
        most -= len(piece)
    return b"".join(pieces)


class _Line(http.client.HTTPConnection):
    """A connection to an address, which is spoken to under the name that it was looked up by."""

    def __init__(self, target: Target, addresses: Sequence[str], deadline: float) -> None:
        super().__init__(target.host, target.port)
        self.is_cut = False
        self._addresses = addresses
        self._is_secret = target.scheme == "https"
        self.default_port = 443 if self._is_secret else 80  # the usual port is not part of the name
        self._deadline = deadline

    def connect(self) -> None:
        """Try one address after the other."""
        self.sock = self._reached()
        if self._is_secret:
            self.sock = ssl.create_default_context().wrap_socket(self.sock, server_hostname=self.host)

    def _reached(self) -> socket.socket:
        failure: OSError = TimeoutError("no time was left")
        for address in self._addresses:
            left = self._deadline - monotonic()
            if left <= 0:
                break
            try:
                return socket.create_connection((address, self.port), timeout=left)
            except OSError as error:
                failure = error
        raise failure

    @contextmanager
    def until(self, deadline: float) -> Generator[None]:
        """End the connection when its time is over: the timeout of a socket begins anew with each byte."""
        timer = threading.Timer(max(0.0, deadline - monotonic()), self._cut)
        timer.daemon = True
        timer.start()
        try:
            yield
            if self.is_cut:  # what was cut looks like an end
                raise TimeoutError
        finally:
            timer.cancel()

    def _cut(self) -> None:
        self.is_cut = True
        if self.sock is not None:
            with suppress(OSError):
                self.sock.shutdown(socket.SHUT_RDWR)
