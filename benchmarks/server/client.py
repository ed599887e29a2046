"""A client that costs little beside the server that it measures: HTTP/1.1 over plain asyncio streams."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parents[2]
LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)
ID = re.compile(rb"^id: (\d+)$", re.MULTILINE)


@contextmanager
def started(name: str, log: Path) -> Generator[tuple[int, str, int]]:
    """Start a server, and give its process, host and port."""
    command = [sys.executable, "-m", "benchmarks.server.served", name, str(log)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as child:
        try:
            assert child.stdout is not None
            parts = urlsplit(child.stdout.readline().strip())
            assert parts.port is not None, f"{name} does not start"
            yield child.pid, parts.hostname or "", parts.port
        finally:
            child.kill()


def resident(pid: int) -> int:
    """Return the resident memory of a process in bytes."""
    return int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


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
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        self._writer.write(f"{head}Content-Length: {len(text)}\r\n\r\n".encode() + text)
        found = await self._reader.readuntil(b"\r\n\r\n")
        length = LENGTH.search(found)
        answer = await self._reader.readexactly(int(length[1])) if length else b""
        return int(found[9:12]), answer

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


async def load(
    host: str, port: int, seconds: float, callers: int, ask: Callable[[Connection, int], Awaitable[None]]
) -> tuple[float, float, float]:
    """Ask from so many callers for a while; returns requests per second, and the median and the 99th percentile."""
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
    return len(took) / total, took[len(took) // 2], took[int(len(took) * 0.99)]
