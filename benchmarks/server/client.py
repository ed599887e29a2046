"""A client that costs little beside the server that it measures: HTTP/1.1 over plain asyncio streams."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)
CHUNKED = re.compile(rb"transfer-encoding: chunked", re.IGNORECASE)
ID = re.compile(rb"^id: (\d+)$", re.MULTILINE)


class Connection:
    """One connection that is kept open."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @classmethod
    async def open(cls, host: str, port: int) -> Connection:
        return cls(*await asyncio.open_connection(host, port))

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        """Send a request, and return the status and the body of its answer."""
        text = b"" if body is None else json.dumps(body).encode()
        kind = "" if body is None else "Content-Type: application/json\r\n"
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{kind}Content-Length: {len(text)}\r\n\r\n"
        self._writer.write(head.encode() + text)
        found = await self._reader.readuntil(b"\r\n\r\n")
        if CHUNKED.search(found):
            return int(found[9:12]), await self._chunks()
        length = LENGTH.search(found)
        return int(found[9:12]), await self._reader.readexactly(int(length[1])) if length else b""

    async def _chunks(self) -> bytes:
        whole = b""
        while size := int(await self._reader.readuntil(b"\r\n"), 16):
            whole += (await self._reader.readexactly(size + 2))[:-2]
        await self._reader.readuntil(b"\r\n")
        return whole

    async def follow(self, path: str, has_all: Callable[[list[int]], bool]) -> list[int]:
        """Read a stream until it has shown everything, and return the ids of its events in their order."""
        self._writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        seen: list[int] = []
        left = b""
        while not has_all(seen):
            found = left + await self._reader.read(1 << 16)
            whole, _, left = found.rpartition(b"\n\n")
            seen += [int(number) for number in ID.findall(whole.replace(b"\r\n", b"\n"))]
        return seen

    def close(self) -> None:
        self._writer.close()


Ask = Callable[[Connection, int], Awaitable[None]]
"""Asks the server something; the number is another one each time."""


class Loaded(NamedTuple):
    """What a load came to: how many answers in how many seconds, and how long they took."""

    answers: int
    seconds: float
    median: float
    p99: float


async def load(host: str, port: int, seconds: float, callers: int, ask: Ask) -> Loaded:
    """Ask from so many callers for a while."""
    took: list[float] = []
    deadline = time.perf_counter() + seconds

    async def caller(number: int) -> None:
        connection = await Connection.open(host, port)
        turn = 0
        while (begun := time.perf_counter()) < deadline:
            await ask(connection, number + callers * turn)
            took.append(time.perf_counter() - begun)
            turn += 1
        connection.close()

    begun = time.perf_counter()
    await asyncio.gather(*(caller(number) for number in range(callers)))
    total = time.perf_counter() - begun
    took.sort()
    return Loaded(len(took), total, took[len(took) // 2], took[int(len(took) * 0.99)])
