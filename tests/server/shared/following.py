"""Readers of streams who come back: when a stream ends they resume it on the next server, with the last id they saw."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final

__all__ = ["Reader"]

_PAUSE: Final = 0.05
"""Seconds before the next server is asked."""


@dataclass
class Reader:
    """One that follows a path behind a balancer, which leads to any of the ports."""

    path: str
    ports: Sequence[int]
    first: int = 0
    """Where in the ports it begins."""
    token: str | None = None
    seen: list[int] = field(default_factory=list)
    """The ids of all events that it was shown, in the order in which they came."""
    told: list[Any] = field(default_factory=list)
    """What a stream has said about itself, such as that something was missed."""
    joined: int = 0
    """How often it has begun to follow, here or there."""
    has_joined: asyncio.Event = field(default_factory=asyncio.Event)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    """Set whenever something was shown."""
    _last: int | None = None

    async def follow(self, end: asyncio.Event) -> None:
        """Follow until somebody says that it is enough."""
        following = asyncio.ensure_future(self._follow())
        ending = asyncio.ensure_future(end.wait())
        await asyncio.wait({following, ending}, return_when=asyncio.FIRST_COMPLETED)
        following.cancel()
        ending.cancel()
        await asyncio.gather(following, ending, return_exceptions=True)

    async def wait_for(self, last: int, more_than: int = 0) -> None:
        """Wait until it was shown an event with this id or a later one, and more than so many events."""
        while len(self.seen) <= more_than or self.seen[-1] < last:
            self.news.clear()
            await self.news.wait()

    async def _follow(self) -> None:
        for number in count(self.first):
            # One that was killed, or is not there, is passed over.
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                await self._read(self.ports[number % len(self.ports)])
            await asyncio.sleep(_PAUSE)

    async def _read(self, port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            writer.write(self._request())
            head = await reader.readuntil(b"\r\n\r\n")
            if b" 200 " not in head.partition(b"\r\n")[0]:
                return
            self.joined += 1
            while size := int(await reader.readuntil(b"\r\n"), 16):
                self._take((await reader.readexactly(size + 2)).decode())
                self.has_joined.set()
                self.news.set()
        finally:
            writer.close()

    def _request(self) -> bytes:
        headers = [f"GET {self.path} HTTP/1.1", "Host: 127.0.0.1"]
        if self._last is not None:
            headers.append(f"Last-Event-ID: {self._last}")
        if self.token is not None:
            headers.append(f"Authorization: Bearer {self.token}")
        return "\r\n".join([*headers, "", ""]).encode()

    def _take(self, text: str) -> None:
        """Take in some frames; each comes whole."""
        for frame in text.split("\n\n"):
            fields = dict(line.split(": ", 1) for line in frame.strip().splitlines() if not line.startswith(":"))
            if "data" not in fields:
                continue
            if "id" in fields:
                self._last = int(fields["id"])
            if "event" in fields:
                self.told.append((fields["event"], json.loads(fields["data"])))
            else:
                self.seen.append(int(fields["id"]))
