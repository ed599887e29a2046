"""Restate with its own server: a service whose handler runs ten steps, called over HTTP as its clients do."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
import urllib.request
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import hypercorn
import hypercorn.asyncio
import restate

from benchmarks.durable.background import on_a_thread
from benchmarks.durable.engines import STEPS, Async, Sync
from benchmarks.durable.place import RESTATE_BINARY
from benchmarks.durable.servers import port_for, server
from benchmarks.durable.stamps import mark

flows = restate.Service("flows")


@flows.handler()
async def run_sync_steps(ctx: restate.Context, name: str) -> None:
    for number in range(STEPS):
        await ctx.run_typed(f"step{number}", mark, run=name)


@flows.handler()
async def run_async_steps(ctx: restate.Context, name: str) -> None:
    async def step() -> int:
        return mark(name)

    for number in range(STEPS):
        await ctx.run_typed(f"step{number}", step)


class Restate:
    @contextlib.contextmanager
    def sync(self, folder: Path) -> Iterator[Sync]:
        with on_a_thread(self.serving(folder, "run_sync_steps")) as run:
            yield run

    @contextlib.asynccontextmanager
    async def open(self, folder: Path) -> AsyncIterator[Async]:
        async with self.serving(folder, "run_async_steps") as run:
            yield run

    def resume(self, folder: Path, name: str) -> None:
        with self.sync(folder) as run:
            run(name)

    @contextlib.asynccontextmanager
    async def serving(self, folder: Path, handler: str) -> AsyncIterator[Async]:
        config = hypercorn.Config()
        config.loglevel = "ERROR"
        service = port_for(folder, "service")
        config.bind = [f"127.0.0.1:{service}"]
        stop = asyncio.Event()
        served = asyncio.create_task(
            hypercorn.asyncio.serve(restate.app([flows]), config, shutdown_trigger=stop.wait)  # type: ignore[arg-type]
        )
        ingress, admin = port_for(folder, "ingress"), port_for(folder, "admin")
        settings = folder / "restate.toml"
        settings.write_text(settings_of(ingress, admin, port_for(folder, "node")))
        with server([str(RESTATE_BINARY), "--config-file", str(settings)], ingress, folder):
            await asyncio.to_thread(register, admin, service)
            limits = httpx.Limits(max_connections=200)
            async with httpx.AsyncClient(limits=limits, timeout=120) as client:

                async def run(name: str) -> None:
                    url = f"http://127.0.0.1:{ingress}/flows/{handler}"
                    (await client.post(url, json=name, headers={"idempotency-key": name})).raise_for_status()

                yield run
        stop.set()
        await served


def settings_of(ingress: int, admin: int, node: int) -> str:
    return "\n".join(
        (
            'base-dir = "data"',
            'log-filter = "error"',
            f'bind-address = "127.0.0.1:{node}"',
            "[ingress]",
            f'bind-address = "127.0.0.1:{ingress}"',
            "[admin]",
            f'bind-address = "127.0.0.1:{admin}"',
        )
    )


def register(admin: int, service: int) -> None:
    """Tell the server where the service listens."""
    body = json.dumps({"uri": f"http://127.0.0.1:{service}", "force": True}).encode()
    url = f"http://127.0.0.1:{admin}/deployments"
    for attempt in range(50):
        request = urllib.request.Request(url, body, {"content-type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=20):  # noqa: S310
                return
        except OSError:
            if attempt == 49:
                raise
            time.sleep(0.2)


def engine(settings: str) -> Restate:
    return Restate()
