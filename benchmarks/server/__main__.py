"""Measure the server: ``python -m benchmarks.server [--write]``."""

from __future__ import annotations

import argparse
import asyncio
import json
import platform
import resource
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.server.client import Connection, load, resident, started

RESULTS = Path(__file__).resolve().parents[1] / "results"
STREAM = "/api/events/stream"


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.server", description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="how long each load lasts")
    parser.add_argument("--callers", type=int, default=16, help="how many ask at once")
    parser.add_argument("--subscribers", type=int, default=2000, help="how many follow at once")
    parser.add_argument("--events", type=int, default=100, help="how many sessions are created meanwhile")
    parser.add_argument("--sessions", type=int, default=2000, help="how many idle sessions are weighed")
    parser.add_argument("--write", action="store_true", help="keep the tables in benchmarks/results/server.md")
    options = parser.parse_args(arguments)
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    found: dict[str, Any] = {"python": platform.python_version()}
    with tempfile.TemporaryDirectory() as folder:
        for name in ("duotone", "fastapi"):
            with started(name, Path(folder) / f"{name}.db") as (_, host, port):
                found[name] = asyncio.run(loads(host, port, options))
        with started("duotone", Path(folder) / "streams.db") as (pid, host, port):
            found["streams"] = asyncio.run(streams(pid, host, port, options))
        with started("duotone", Path(folder) / "idle.db") as (pid, host, port):
            found["idle"] = asyncio.run(idle(pid, host, port, options))
    text = tables(found, options)
    print(text)
    if options.write:
        (RESULTS / "server.md").write_text(text + "\n", encoding="utf-8")
        (RESULTS / "server.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


async def loads(host: str, port: int, options: argparse.Namespace) -> dict[str, Any]:
    """Measure what is asked most: a session created, a session read, and a turn of an agent."""

    async def create(connection: Connection, number: int) -> None:
        status, body = await connection.ask("POST", "/api/sessions", {"id": f"load-{number}"})
        assert status == 201, body

    async def read(connection: Connection, number: int) -> None:
        status, body = await connection.ask("GET", f"/api/sessions/load-{number % options.callers}")
        assert status == 200, body

    async def turn(connection: Connection, number: int) -> None:
        asked = {"model": "echo", "messages": [{"role": "user", "content": "hello"}]}
        status, body = await connection.ask("POST", "/v1/chat/completions", asked)
        assert status == 200, body

    rows: dict[str, Any] = {}
    for name, ask in (("create", create), ("read", read), ("run", turn)):
        await load(host, port, options.seconds / 5, options.callers, ask if name != "create" else _warm)
        rate, median, p99 = await load(host, port, options.seconds, options.callers, ask)
        rows[name] = {"per_second": round(rate, 1), "median_ms": round(median * 1e3, 2), "p99_ms": round(p99 * 1e3, 2)}
    return rows


async def _warm(connection: Connection, number: int) -> None:
    await connection.ask("POST", "/api/sessions", {})


async def streams(pid: int, host: str, port: int, options: argparse.Namespace) -> dict[str, Any]:
    """Let many follow everything while sessions are created, and count what reached each of them."""
    asking = await Connection.open(host, port)
    await asking.ask("POST", "/api/sessions", {})
    before = resident(pid)
    last: list[int] = []
    connections = [await Connection.open(host, port) for _ in range(options.subscribers)]

    def has_all(seen: list[int]) -> bool:
        return bool(last) and bool(seen) and seen[-1] >= last[0]

    following = [asyncio.create_task(one.follow(STREAM, has_all)) for one in connections]
    while await _subscribers(asking) < options.subscribers:  # each look gives the others time
        pass
    weight = resident(pid) - before
    begun = time.perf_counter()
    for number in range(options.events):
        await asking.ask("POST", "/api/sessions", {"id": f"told-{number}"})
    written = time.perf_counter() - begun
    await asking.ask("POST", "/api/sessions", {"id": "last"})
    last.append(await _last(asking))
    await asking.ask("POST", "/api/sessions", {"id": "bell"})  # wakes who has heard of the last before it was known
    seen = await asyncio.wait_for(asyncio.gather(*following), 120)
    took = time.perf_counter() - begun
    for one in connections:
        one.close()
    heard = [[number for number in ids[1:] if number <= last[0]] for ids in seen]  # the first is where it begins
    return {
        "subscribers": len(heard),
        "events": len(heard[0]),
        "delivered": sum(map(len, heard)),
        "complete": sum(ids == heard[0] and ids == sorted(set(ids)) for ids in heard),
        "written_s": round(written, 2),
        "delivered_s": round(took, 2),
        "per_second": round(sum(map(len, heard)) / took),
        "kib_per_subscriber": round(weight / len(heard) / 1024, 1),
    }


async def _subscribers(asking: Connection) -> int:
    _, text = await asking.ask("GET", "/metrics")
    line = next(line for line in text.decode().splitlines() if line.startswith("duotone_stream_subscribers"))
    return int(line.split()[1])


async def _last(asking: Connection) -> int:
    """Return the id of the last event of the session that was created last."""
    host, port = asking._writer.get_extra_info("peername")[:2]  # noqa: SLF001  # its own
    other = await Connection.open(host, port)
    seen = await other.follow("/api/sessions/last/events/stream", bool)
    other.close()
    return seen[-1]


async def idle(pid: int, host: str, port: int, options: argparse.Namespace) -> dict[str, Any]:
    """Weigh sessions in which nothing happens."""
    asking = await Connection.open(host, port)
    for _ in range(200):
        await asking.ask("POST", "/api/sessions", {})
    before = resident(pid)
    for _ in range(options.sessions):
        await asking.ask("POST", "/api/sessions", {})
    weight = (resident(pid) - before) / options.sessions / 1024
    return {"sessions": options.sessions, "kib_per_session": round(weight, 2)}


def tables(found: dict[str, Any], options: argparse.Namespace) -> str:
    """Return what was found as Markdown."""
    about = (
        f"From a second process on the same machine, {options.callers} callers at once, each {options.seconds:g} s; "
        f"CPython {found['python']}, uvicorn, SQLite with `durability=full`. The floor is a bare FastAPI application "
        "that keeps a dictionary, on the same uvicorn: it writes nothing, checks nobody and logs nothing."
    )
    head = "| what is asked | requests/s | median | p99 | floor: requests/s | median | p99 |"
    lines = ["# The server under load", "", about, "", head, "|---|---|---|---|---|---|---|"]
    names = {"create": "create a session", "read": "read a session", "run": "a turn of an agent, answered"}
    for key, name in names.items():
        ours, floor = found["duotone"][key], found["fastapi"][key]
        cells = [f"{one['per_second']:,.0f} | {one['median_ms']} ms | {one['p99_ms']} ms" for one in (ours, floor)]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    flow, rest = found["streams"], found["idle"]
    lines += [
        "",
        "| streams | |",
        "|---|---|",
        f"| subscribers of one process, all of which follow all sessions | {flow['subscribers']:,} |",
        f"| events for each of them | {flow['events']} |",
        f"| subscribers that heard of every event, once and in order | {flow['complete']:,} |",
        f"| events delivered per second | {flow['per_second']:,} |",
        f"| from the first write to the last delivery | {flow['delivered_s']} s |",
        f"| memory per subscriber | {flow['kib_per_subscriber']} KiB |",
        f"| memory per idle session | {rest['kib_per_session']} KiB |",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
