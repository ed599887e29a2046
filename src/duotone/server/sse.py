"""Server-sent events: the body of a response that goes on until its source ends or its reader leaves."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Annotated, Any, Final, Protocol, TypeAlias

from fastapi import Depends, Header, Query
from fastapi.responses import Response
from starlette.types import Receive, Scope, Send

__all__ = ["HEADERS", "EventStream", "OnLeave", "Seen", "Sendable", "Source", "documented"]

HEADERS: Final = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
"""What keeps those in between from holding a stream back."""

_RETRY: Final = b"retry: 1000\n\n"
_LARGEST: Final = (1 << 63) - 1

OnLeave: TypeAlias = Callable[[], Awaitable[object]]


async def _seen(
    after: Annotated[
        int | None,
        Query(ge=0, le=_LARGEST, description="The id of the last event that was seen; 0 for none.", examples=[0]),
    ] = None,
    last_event_id: Annotated[
        str | None,
        Header(
            alias="Last-Event-ID",
            pattern=r"^[0-9]{1,18}$",
            description="The same, as browsers say it; it wins.",
            examples=["57"],
        ),
    ] = None,
) -> int | None:
    return after if last_event_id is None else int(last_event_id)


Seen = Annotated[int | None, Depends(_seen)]
"""Past which event a stream is to go on, None if its reader has seen nothing."""


class Sendable(Protocol):
    """Something that is in words already."""

    @property
    def sse(self) -> bytes:
        """This as a server-sent event."""
        ...


class Source(Protocol):
    """Where a stream comes from, such as a subscription."""

    async def next(self) -> Sequence[Sendable]:
        """Wait for what is to be sent next; nothing means that this is the end."""
        ...

    def close(self) -> None:
        """Give no more, and let whoever waits for it go."""


class EventStream(Response):
    """What a source gives, as it comes; a reader that leaves ends nothing but its own stream."""

    media_type = "text/event-stream"

    def __init__(
        self,
        source: Source,
        *,
        on_leave: OnLeave | None = None,
        preamble: bytes = _RETRY,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Send what a source gives; `on_leave` is called if the reader leaves before its end."""
        super().__init__(headers={**HEADERS, **(headers or {})})
        del self.headers["content-length"]
        self._source = source
        self._preamble = preamble
        self._on_leave = on_leave
        self._has_left = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002  # as ASGI calls it
        """Send until the stream ends or its reader leaves."""
        watching = asyncio.get_running_loop().create_task(self._watch(receive))
        try:
            await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
            await _send(send, self._preamble)
            while frames := await self._source.next():
                await _send(send, b"".join([frame.sse for frame in frames]))
            await send({"type": "http.response.body", "body": b""})
        finally:
            watching.cancel()
            self._source.close()
        if self._has_left and self._on_leave is not None:
            await self._on_leave()

    async def _watch(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self._has_left = True
        self._source.close()


async def _send(send: Send, body: bytes) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": True})


_EVENT: Final = 'id: 57\ndata: {"id":57,"session":"review-7","seq":3,"kind":"run.started","run":"r","data":{}}\n\n'


def documented(what: str, example: str = _EVENT) -> dict[int | str, dict[str, Any]]:
    """Return how a route documents that it answers with a stream."""
    content = {"text/event-stream": {"schema": {"type": "string"}, "example": example}}
    return {200: {"description": what, "content": content}}
