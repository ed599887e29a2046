"""Loads: requests per second, how long they take, the processor time of each, and the weight of what stays."""

from __future__ import annotations

import argparse
import time
from typing import Any

from benchmarks.server.client import Connection, load
from benchmarks.server.contenders import Dialect
from benchmarks.server.processes import Running

WARM = 0.2
"""The part of the time of a load for which a server is asked before it counts."""


async def loads(server: Running, dialect: Dialect, options: argparse.Namespace) -> dict[str, Any]:
    """Measure what is asked most: a session created, a session read, and a turn of an agent."""
    rows: dict[str, Any] = {}
    asks = dialect.asks(options.callers)
    for key, ask in asks.items():
        if key == "create":  # what it creates is what it is warmed with
            await _made(server, dialect, "warm", options.seconds * WARM, 10_000)
        else:
            await load(server.host, server.port, options.seconds * WARM, options.callers, ask)
        before = server.cpu()
        found = await load(server.host, server.port, options.seconds, options.callers, ask)
        rows[key] = {
            "per_second": round(found.answers / found.seconds, 1),
            "median_ms": round(found.median * 1e3, 2),
            "p99_ms": round(found.p99 * 1e3, 2),
            "cpu_ms": round((server.cpu() - before) / found.answers * 1e3, 3),
        }
    return rows


async def idle(server: Running, dialect: Dialect, options: argparse.Namespace) -> dict[str, Any]:
    """Weigh sessions in which nothing happens, as many as can be made in the time."""
    await _made(server, dialect, "first", options.seconds, options.sessions // 10)
    before = server.resident()
    made = await _made(server, dialect, "idle", options.seconds * 2, options.sessions)
    return {"sessions": made, "kib_per_session": round((server.resident() - before) / made / 1024, 2)}


async def _made(server: Running, dialect: Dialect, name: str, seconds: float, most: int) -> int:
    """Create sessions for a while, so many at most; returns how many."""
    connection = await Connection.open(server.host, server.port)
    deadline = time.perf_counter() + seconds
    made = 0
    while made < most and time.perf_counter() < deadline:
        await dialect.create(f"{name}-{made}").send(connection)
        made += 1
    connection.close()
    return made
