"""Asks a server over HTTP, with nothing but the standard library; what it refuses is raised with its own words."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from duotone.cli.stores.shapes import Row
from duotone.errors import ServerRefused, ServerUnreachable, WrongUse

__all__ = ["Client", "Frame", "path"]

_SECONDS = 90.0
"""How long an answer may take; a stream shows that it lives more often than that."""
_MOST = 1000
_REFUSED = 400
_NOTHING = 204


@dataclass(frozen=True, slots=True)
class Frame:
    """One thing that a stream has sent: an event of the log, whose name is empty, or a word about the stream."""

    name: str
    data: Row


def path(*parts: str) -> str:
    """Return the path of a resource, whatever its name has in it."""
    return "/api/" + "/".join(quote(part, safe="") for part in parts)


class Client:
    """A server at an address; a connection for each request, so that any thread may ask."""

    def __init__(self, url: str, token: str | None = None) -> None:
        """Ask nothing yet; raises `WrongUse` for what is no address."""
        parts = urlsplit(url if "://" in url else f"http://{url}")
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            message = f"{url!r} is no address of a server; write http://127.0.0.1:8600"
            raise WrongUse(message)
        self.url = f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"
        self._parts = parts
        self._token = token if token is not None else os.environ.get("DUOTONE_TOKEN")

    def get(self, where: str, **query: object) -> Any:
        """Return what a resource is."""
        return self.ask("GET", where, query=query)

    def post(self, where: str, body: Mapping[str, Any] | None = None) -> Any:
        """Do something with a resource, and return what came of it."""
        return self.ask("POST", where, body={} if body is None else body)

    def ask(
        self,
        method: str,
        where: str,
        *,
        body: Mapping[str, Any] | None = None,
        query: Mapping[str, object] | None = None,
    ) -> Any:
        """Return the answer to one request; raises `ServerRefused` and `ServerUnreachable`."""
        with self._answered(method, where, body, query or {}) as answer:
            text = answer.read()
            return json.loads(text) if text else None

    def every(self, where: str, most: int = 0, **query: object) -> list[Row]:
        """Return the items of all pages of a list, or of the first ones."""
        found: list[Row] = []
        after: Any = None
        while True:
            more: dict[str, object] = {} if after is None else {"after": after}
            page = self.get(where, **query, **more, limit=min(_MOST, most - len(found)) if most else _MOST)
            found += page["items"]
            after = page["next"]
            if after is None or (most and len(found) >= most):
                return found

    def stream(self, where: str, **query: object) -> Iterator[Frame]:
        """Yield what a stream sends, until it ends."""
        with self._answered("GET", where, None, query) as answer:
            if answer.status == _NOTHING:
                return
            name, data = "", ""
            while line := answer.readline():
                text = line.decode().rstrip("\r\n")
                if text.startswith("event: "):
                    name = text.removeprefix("event: ")
                elif text.startswith("data: "):
                    data += text.removeprefix("data: ")
                elif not text and data:
                    yield Frame(name, json.loads(data))
                    name, data = "", ""

    @contextlib.contextmanager
    def _answered(
        self, method: str, where: str, body: Mapping[str, Any] | None, query: Mapping[str, object]
    ) -> Generator[http.client.HTTPResponse]:
        wanted = urlencode({key: value for key, value in query.items() if value is not None}, doseq=True)
        headers = {"Accept": "application/json, text/event-stream"}
        headers |= {"Authorization": f"Bearer {self._token}"} if self._token else {}
        headers |= {} if body is None else {"Content-Type": "application/json"}
        connection = self._connection()
        try:
            target = f"{self._parts.path.rstrip('/')}{where}{'?' if wanted else ''}{wanted}"
            connection.request(method, target, None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            if answer.status >= _REFUSED:
                raise _refusal(answer)
            yield answer
        except (OSError, http.client.HTTPException) as error:
            if isinstance(error, ServerUnreachable):
                raise
            raise ServerUnreachable(self.url, str(error) or type(error).__name__) from error
        finally:
            connection.close()

    def _connection(self) -> http.client.HTTPConnection:
        kind = http.client.HTTPSConnection if self._parts.scheme == "https" else http.client.HTTPConnection
        assert self._parts.hostname is not None
        return kind(self._parts.hostname, self._parts.port, timeout=_SECONDS)


def _refusal(answer: http.client.HTTPResponse) -> ServerRefused:
    """Return what a server says of why it won't; a proxy in between may have said it, in other words."""
    text = answer.read()
    try:
        problem = json.loads(text)
        return ServerRefused(answer.status, problem["detail"], problem.get("remedy", ""))
    except (ValueError, LookupError, TypeError):
        return ServerRefused(answer.status, f"the server answers {answer.status} {answer.reason}")
