"""A burst of one tenant, and what another one sees of it: how long its runs take alone, and meanwhile."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from typing import Any

__all__ = ["Burst", "burst"]

FLOW = """
name: quick
steps:
  - {id: one, function: nap}
  - {id: two, function: nap, needs: [one]}
  - {id: three, function: nap, needs: [two]}
"""
_LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)
_AGAIN = re.compile(rb"retry-after: (\d+)", re.IGNORECASE)


class Client:
    """One connection that is kept open, and costs little beside the server."""

    def __init__(self, port: int, token: str) -> None:
        self._port, self._token = port, token
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any, float]:
        """Return the status, the body, and the seconds after which to come back."""
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        text = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {self._token}\r\n"
        kind = f"Content-Type: application/json\r\nContent-Length: {len(text)}\r\n\r\n"
        writer.write(head.encode() + kind.encode() + text)
        found = await reader.readuntil(b"\r\n\r\n")
        length, again = _LENGTH.search(found), _AGAIN.search(found)
        answer = json.loads(await reader.readexactly(int(length[1]))) if length else None
        return int(found[9:12]), answer, float(again[1]) if again else 0.0

    async def begin(self, statuses: Counter[int]) -> str:
        """Begin a run, coming back whenever that is asked for, and return its id."""
        while True:
            status, answer, again = await self.ask("POST", "/api/workflows/runs", {"workflow": FLOW})
            statuses[status] += 1
            if status == 202:
                return str(answer["id"])
            assert status in {429, 503}, answer
            await asyncio.sleep(again)

    async def run(self, statuses: Counter[int]) -> float:
        """Begin a run and wait for its end; returns how long that took."""
        begun = time.perf_counter()
        run = await self.begin(statuses)
        while True:
            status, answer, again = await self.ask("GET", f"/api/runs/{run}/wait?seconds=20")
            statuses[status] += 1
            if status == 200 and answer["status"] == "completed":
                return time.perf_counter() - begun
            assert status in {200, 429}, answer
            await asyncio.sleep(again)

    def close(self) -> None:
        """Close the connection."""
        if self._streams is not None:
            self._streams[1].close()


@dataclass
class Burst:
    """What came of it; times are in seconds."""

    alone: list[float] = field(default_factory=list)
    """How long each run of the other tenant took before the burst."""
    meanwhile: list[float] = field(default_factory=list)
    """How long each took during it."""
    statuses: Counter[int] = field(default_factory=Counter)
    """What the tenant with the burst was answered."""
    others: Counter[int] = field(default_factory=Counter)
    """What the other one was answered."""
    seconds: float = 0.0
    """How long it took until all runs of the burst were begun."""


async def burst(port: int, tokens: tuple[str, str], *, runs: int, connections: int, alone: int) -> Burst:
    """Let one tenant begin so many runs over so many connections while the other one does one run after the other."""
    found = Burst()
    calm = Client(port, tokens[1])
    for _ in range(alone):
        found.alone.append(await calm.run(found.others))
    begun = time.perf_counter()
    numbers = count()
    hasty = [
        asyncio.ensure_future(_begin_all(Client(port, tokens[0]), lambda: next(numbers) < runs, found.statuses))
        for _ in range(connections)
    ]
    bursting = asyncio.gather(*hasty)
    while not bursting.done():
        found.meanwhile.append(await calm.run(found.others))
    await bursting
    found.seconds = time.perf_counter() - begun
    calm.close()
    return found


async def _begin_all(client: Client, is_left: Callable[[], bool], statuses: Counter[int]) -> None:
    while is_left():
        await client.begin(statuses)
    client.close()
