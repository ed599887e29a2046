"""What is sent over streams: each thing is put into words once, however many are shown it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from duotone.runtime import Event
from duotone.server.tenancy import outside, outside_run

__all__ = ["END", "HEARTBEAT", "Frame", "body_of", "ready", "resync", "said", "shown"]

_encode = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


class Frame:
    """One thing that is sent: an event of the log with its id, or a word about the stream, which has none."""

    __slots__ = ("_json", "_sse", "id", "is_log", "kind", "name", "payload")

    def __init__(self, name: str, payload: Mapping[str, Any] | None, *, id: int | None = None) -> None:  # noqa: A002
        """Send this; an `id` is where a stream goes on after it."""
        self.id = id
        self.name = name
        self.payload = payload
        self.is_log = name == "event"
        self.kind: str = "" if payload is None or not self.is_log else payload["kind"]
        self._sse: bytes | None = None
        self._json: str | None = None

    @property
    def sse(self) -> bytes:
        """This as a server-sent event; those of the log have no name, so that every client hears of all of them."""
        if self._sse is None:
            self._sse = self._as_sse().encode()
        return self._sse

    def _as_sse(self) -> str:
        if self.payload is None:
            return f": {self.name}\n\n"
        number = "" if self.id is None else f"id: {self.id}\n"
        name = "" if self.is_log else f"event: {self.name}\n"
        return f"{number}{name}data: {_encode(self.payload)}\n\n"

    @property
    def json(self) -> str:
        """This as a message of a WebSocket."""
        if self._json is None:
            number = {} if self.id is None else {"id": self.id}
            payload = {} if self.payload is None else {"data": self.payload}
            self._json = _encode({"type": self.name, **number, **payload})
        return self._json


def body_of(event: Event) -> dict[str, Any]:
    """Return an event as its owner sees it."""
    return {
        "id": event.id,
        "session": outside(event.session),
        "seq": event.seq,
        "kind": event.kind,
        "at": event.at,
        "run": None if event.run is None else outside_run(event.run),
        "data": event.data,
        "hash": event.hash,
    }


def shown(event: Event) -> Frame:
    """Return an event of the log as a frame."""
    return Frame("event", body_of(event), id=event.id)


def resync(reason: str, detail: str, after: int) -> Frame:
    """Say that what was shown so far is not all there was, or that it is being caught up with."""
    return Frame("resync", {"reason": reason, "detail": detail, "after": after})


def ready(position: int) -> Frame:
    """Say where a stream stands that begins with what comes next, so that it can be resumed from there."""
    return Frame("ready", {"after": position}, id=position)


def said(session: str, text: str) -> Frame:
    """Show a part of a reply while it is made; the whole of it comes with the event that the log has of it."""
    return Frame("text", {"session": outside(session), "text": text})


HEARTBEAT: Final = Frame("heartbeat", None)
"""Shows that a silent stream lives."""

END: Final = Frame("end", {})
"""Says that nothing more will come of what the stream is about."""
