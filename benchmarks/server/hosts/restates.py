"""Restate, whose server has HTTP of its own: a session is a virtual object, and a turn is a handler with one step."""

from __future__ import annotations

import asyncio
from pathlib import Path

import hypercorn
import hypercorn.asyncio
import restate

from benchmarks.durable.engines.restates import register, settings_of
from benchmarks.durable.place import RESTATE_BINARY
from benchmarks.durable.servers import port_for, server

sessions = restate.VirtualObject("sessions")
turns = restate.Service("turns")


@sessions.handler()
async def create(ctx: restate.ObjectContext) -> str:
    ctx.set("state", "created")
    return ctx.key()


@sessions.handler(kind="shared")
async def read(ctx: restate.ObjectSharedContext) -> str:
    return await ctx.get("state", type_hint=str) or "unknown"


@turns.handler()
async def answer(ctx: restate.Context, text: str) -> str:
    return await ctx.run_typed("reply", _reply, text=text)


async def _reply(text: str) -> str:
    return text


async def _serve(folder: Path) -> None:
    config = hypercorn.Config()
    config.loglevel = "ERROR"
    service = port_for(folder, "service")
    config.bind = [f"127.0.0.1:{service}"]
    app = restate.app([sessions, turns])
    serving = asyncio.create_task(hypercorn.asyncio.serve(app, config))  # type: ignore[arg-type]
    ingress, admin = port_for(folder, "ingress"), port_for(folder, "admin")
    settings = folder / "restate.toml"
    settings.write_text(settings_of(ingress, admin, port_for(folder, "node")))
    with server([str(RESTATE_BINARY), "--config-file", str(settings)], ingress, folder):
        await asyncio.to_thread(register, admin, service)
        print(f"http://127.0.0.1:{ingress}", flush=True)
        await serving


def serve(folder: Path) -> None:
    asyncio.run(_serve(folder))
