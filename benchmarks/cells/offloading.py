"""Cost of moving a sync function from a loop to a worker and awaiting it."""

from __future__ import annotations

import asyncio
import importlib
from typing import TYPE_CHECKING, Any

from benchmarks.cells.serving import serve_async

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable


def trivial() -> None:
    """Do nothing, on whatever thread."""


def way(name: str) -> Callable[[], Awaitable[Any]]:
    """Return the call that is measured, with what can be made once already made."""
    if name.startswith("duotone"):
        duotone: Any = importlib.import_module("duotone")
        verb = getattr(duotone, name.rpartition(".")[2])
        return lambda: verb(trivial)
    if name.startswith("asgiref"):
        asgiref: Any = importlib.import_module("asgiref.sync")
        return asgiref.sync_to_async(trivial, thread_sensitive="any thread" not in name)
    if name == "anyio.to_thread.run_sync":
        to_thread: Any = importlib.import_module("anyio.to_thread")
        return lambda: to_thread.run_sync(trivial)
    if name == "fastcore athreaded":
        fastcore: Any = importlib.import_module("fastcore.aio")
        return fastcore.athreaded(trivial)
    if name == "loop.run_in_executor":
        loop = asyncio.get_running_loop()
        return lambda: loop.run_in_executor(None, trivial)
    return lambda: asyncio.to_thread(trivial)


WAYS = (
    "duotone.offload",
    "duotone.call",
    "asyncio.to_thread",
    "loop.run_in_executor",
    "anyio.to_thread.run_sync",
    "asgiref sync_to_async",
    "asgiref sync_to_async, any thread",
    "fastcore athreaded",
)


def offload(name: str) -> None:
    """Serve one cell of the offloading table."""

    async def main() -> None:
        await serve_async(way(name))

    asyncio.run(main())
