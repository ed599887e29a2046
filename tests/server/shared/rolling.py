"""A rolling restart under load: readers follow, clients write, and the servers are restarted one after the other."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Self

import httpx

from tests.server.shared.following import Reader
from tests.server.shared.hosts import PATIENCE, Host

__all__ = ["Clients", "Rolled", "roll"]

SESSION = "followed"


class Clients:
    """Clients behind a balancer that create sessions; a request that was not answered is sent to the next server."""

    def __init__(self, hosts: Sequence[Host], writers: int) -> None:
        self.made: list[str] = []
        """The sessions that were acknowledged."""
        self.refused: list[int] = []
        """Statuses other than those of a server that is about to end, and of what was made."""
        self.slowest = 0.0
        """Seconds until the slowest one was made, on whatever server."""
        self._hosts = hosts
        self._ends = threading.Event()
        self._threads = [threading.Thread(target=self._write, args=(number,)) for number in range(writers)]

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *exc_info: object) -> None:
        self._ends.set()
        for thread in self._threads:
            thread.join(PATIENCE)
            assert not thread.is_alive()

    def _write(self, number: int) -> None:
        clients = [host.client() for host in self._hosts]
        turns = count(number)
        for turn in count():
            if self._ends.wait(0.02):
                break
            name, begun = f"s-{number}-{turn}", time.monotonic()
            while not self._made(clients[next(turns) % len(clients)], name):
                if time.monotonic() - begun > PATIENCE:
                    return
            self.slowest = max(self.slowest, time.monotonic() - begun)
        for client in clients:
            client.close()

    def _made(self, client: httpx.Client, name: str) -> bool:
        try:
            # The key makes it the same request wherever it is sent, and however often.
            answer = client.post("/api/sessions", json={"id": name}, headers={"Idempotency-Key": name})
        except httpx.HTTPError:
            return False
        if answer.status_code == 201:
            self.made.append(name)
        elif answer.status_code != 503:
            self.refused.append(answer.status_code)
        return answer.status_code == 201


@dataclass
class Rolled:
    """What came of it."""

    readers: list[Reader]
    made: list[str]
    refused: list[int]
    slowest: float
    everything: list[int]
    """The ids of all events of the log, as one server lists them."""
    session: list[int]
    """Those of one session."""
    seconds: float
    restarts: list[float] = field(default_factory=list)
    """How long each server took to drain, to end and to answer again."""


async def roll(hosts: Sequence[Host], *, readers: int, writers: int) -> Rolled:
    """Restart each server while so many follow all sessions, a tenth of them one session, and clients write."""
    begun = time.monotonic()
    with hosts[0].client() as client:
        assert client.post("/api/sessions", json={"id": SESSION}).status_code == 201
    following = [_reader(hosts, number) for number in range(readers)]
    end = asyncio.Event()
    tasks = [asyncio.ensure_future(reader.follow(end)) for reader in following]
    await asyncio.wait_for(asyncio.gather(*(reader.has_joined.wait() for reader in following)), PATIENCE)
    restarts: list[float] = []
    with Clients(hosts, writers) as clients:
        for number, host in enumerate(hosts):
            restarts.append(await asyncio.to_thread(_restart, host))
            await _shown(hosts, following, f"after-{number}")
    everything, session = await asyncio.to_thread(_listed, hosts[0])
    await _caught_up(following, everything, session)
    end.set()
    await asyncio.gather(*tasks)
    took = time.monotonic() - begun
    return Rolled(following, clients.made, clients.refused, clients.slowest, everything, session, took, restarts)


def _reader(hosts: Sequence[Host], number: int) -> Reader:
    path = f"/api/sessions/{SESSION}/events/stream" if number % 10 == 0 else "/api/events/stream?after=0"
    return Reader(path, [host.port for host in hosts], number)


def _restart(host: Host) -> float:
    begun = time.monotonic()
    host.stop()
    host.start()
    return time.monotonic() - begun


async def _shown(hosts: Sequence[Host], readers: Sequence[Reader], participant: str) -> None:
    """Write to the session that is followed, on every server, and wait until everybody was shown something new."""
    before = [len(reader.seen) for reader in readers]
    for number, host in enumerate(hosts):
        await asyncio.to_thread(_join, host, f"{participant}-{number}")
    async with asyncio.timeout(PATIENCE):
        for reader, known in zip(readers, before, strict=True):
            await reader.wait_for(0, known)


def _join(host: Host, participant: str) -> None:
    with host.client() as client:
        answer = client.post(f"/api/sessions/{SESSION}/participants", json={"participant": participant})
        assert answer.status_code < 300, answer.text


def _listed(host: Host) -> tuple[list[int], list[int]]:
    found: list[dict[str, object]] = []
    after: str | None = "0"
    with host.client() as client:
        while after is not None:
            page = client.get("/api/events", params={"after": after, "limit": 1000}).json()
            found += page["items"]
            after = page["next"]
    return [int(str(one["id"])) for one in found], [int(str(one["id"])) for one in found if one["session"] == SESSION]


async def _caught_up(readers: Sequence[Reader], everything: Sequence[int], session: Sequence[int]) -> None:
    """Wait until all have seen the last event that there is for them."""
    async with asyncio.timeout(PATIENCE):
        for number, reader in enumerate(readers):
            last = session[-1] if number % 10 == 0 else everything[-1]
            await reader.wait_for(last)
