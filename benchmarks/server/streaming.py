"""Streams: many follow everything while sessions are created, and what reached each of them is counted."""

from __future__ import annotations

import argparse
import asyncio
import time
from typing import Any

from benchmarks.server.client import Connection
from benchmarks.server.processes import Running

STREAM = "/api/events/stream"


async def streams(server: Running, options: argparse.Namespace) -> dict[str, Any]:
    """Let many follow everything while sessions are created, and count what reached each of them."""
    asking = await Connection.open(server.host, server.port)
    await asking.ask("POST", "/api/sessions", {})
    before = server.resident()
    last: list[int] = []
    connections = [await Connection.open(server.host, server.port) for _ in range(options.subscribers)]

    def has_all(seen: list[int]) -> bool:
        return bool(last) and bool(seen) and seen[-1] >= last[0]

    following = [asyncio.create_task(one.follow(STREAM, has_all)) for one in connections]
    while await _subscribers(asking) < options.subscribers:  # each look gives the others time
        pass
    weight = server.resident() - before
    begun = time.perf_counter()
    for number in range(options.events):
        await asking.ask("POST", "/api/sessions", {"id": f"told-{number}"})
    await asking.ask("POST", "/api/sessions", {"id": "last"})
    last.append(await _last(server))
    await asking.ask("POST", "/api/sessions", {"id": "bell"})  # wakes who has heard of the last before it was known
    seen = await asyncio.wait_for(asyncio.gather(*following), 120)
    took = time.perf_counter() - begun
    for one in connections:
        one.close()
    # The first is where it begins.
    heard = [[number for number in ids[1:] if number <= last[0]] for ids in seen]
    return {
        "subscribers": len(heard),
        "events": len(heard[0]),
        "complete": sum(ids == heard[0] and ids == sorted(set(ids)) for ids in heard),
        "delivered_s": round(took, 2),
        "per_second": round(sum(map(len, heard)) / took),
        "kib_per_subscriber": round(weight / len(heard) / 1024, 1),
    }


async def _subscribers(asking: Connection) -> int:
    _, text = await asking.ask("GET", "/metrics")
    line = next(line for line in text.decode().splitlines() if line.startswith("duotone_stream_subscribers"))
    return int(line.split()[1])


async def _last(server: Running) -> int:
    """Return the id of the last event of the session that was created last."""
    other = await Connection.open(server.host, server.port)
    seen = await other.follow("/api/sessions/last/events/stream", bool)
    other.close()
    return seen[-1]
