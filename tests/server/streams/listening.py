"""A client of server-sent events, and the events that it is to hear of."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx

from duotone.runtime import Event
from duotone.runtime.events import Append, Draft
from tests.server.conftest import Live


@dataclass
class Heard:
    """One server-sent event."""

    name: str = "message"
    id: str | None = None
    data: Any = None
    comments: list[str] = field(default_factory=list)


def parsed(lines: Iterator[str]) -> Iterator[Heard]:
    """Yield what a stream says, comments apart, which come as `comment`."""
    one, has_said = Heard(), False
    for line in lines:
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if not line:
            if has_said:
                yield one
            one, has_said = Heard(), False
        elif not name:
            yield Heard("comment", data=value)
        elif name == "data":
            one.data, has_said = json.loads(value), True
        elif name == "event":
            one.name = value
        elif name == "id":
            one.id = value


@contextmanager
def listening(
    live: Live, path: str, *, token: str | None = None, after: int | None = None
) -> Generator[Iterator[Heard]]:
    """Listen to a stream; `after` is sent as browsers do."""
    headers = {} if after is None else {"Last-Event-ID": str(after)}
    with live.client(token) as client, client.stream("GET", path, headers=headers) as response:
        assert response.status_code == 200, response.read()
        assert response.headers["content-type"].startswith("text/event-stream")
        yield parsed(response.iter_lines())


def answer(live: Live, path: str, *, token: str | None = None, after: int | None = None) -> httpx.Response:
    """Return what is answered instead of a stream."""
    headers = {} if after is None else {"Last-Event-ID": str(after)}
    with live.client(token) as client:
        return client.get(path, headers=headers)


def write(live: Live, session: str, *kinds: str, run: str | None = None) -> list[Event]:
    """Append events to a session of the log."""
    return live.call(live.ground.runtime.log.append(Append(session, [Draft(kind, {}, run) for kind in kinds])))


def ids(heard: list[Heard]) -> list[int]:
    """Return the ids of events of the log."""
    return [int(one.id) for one in heard if one.name == "message" and one.id is not None]
