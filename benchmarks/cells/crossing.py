"""Per-call cost of calling a coroutine from sync code, by where the call is made and what it does."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from typing import TYPE_CHECKING, Any

from benchmarks.cells.serving import serve
from benchmarks.peers import ADAPTERS

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.adapters import Adapter, Work

kept: list[Any] = []


async def returns() -> None:
    """Come back without suspending."""


async def suspends() -> None:
    """Give way to the loop once."""
    await asyncio.sleep(0)


async def keep_timer() -> None:
    """Leave a sleeping task on the loop."""
    kept.append(asyncio.create_task(asyncio.sleep(3_600)))
    await asyncio.sleep(0)


async def keep_socket() -> None:
    """Leave a connection on the loop, with a task that waits for it to say something."""
    accepted: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
    server = await asyncio.start_server(lambda *pair: accepted.set_result(pair), "127.0.0.1", 0)
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
    kept.extend([server, writer, await accepted, asyncio.create_task(reader.read())])


def in_script(adapter: Adapter, work: Work) -> None:
    """Measure in a plain script."""
    adapter.script(lambda: serve(adapter.bind(work)))


def in_loop(adapter: Adapter, work: Work) -> None:
    """Measure sync code inside a running loop."""

    async def outer() -> None:
        await adapter.inside(lambda: serve(adapter.bind(work)))

    with adapter.ready():
        asyncio.run(outer())


def in_thread(adapter: Adapter, work: Work) -> None:
    """Measure on a thread of the program's own."""

    def main() -> None:
        thread = threading.Thread(target=lambda: serve(adapter.bind(work)))
        thread.start()
        thread.join()

    adapter.script(main)


def with_kept(adapter: Adapter, work: Work, keep: Work) -> None:
    """Measure in a plain script while ``keep`` has left something open on the library's loop."""

    def main() -> None:
        either = {"keep": keep, "work": work}

        # One sync face for both, since some libraries tie the loop to the face.
        async def chosen(which: str) -> None:
            await either[which]()

        if adapter.key == "own-loop":
            face = adapter.bind(chosen)
            face("keep")
            serve(lambda: face("work"))
        else:
            adapter.run(keep)
            serve(adapter.bind(work))

    adapter.script(main)


def while_busy(adapter: Adapter, work: Work) -> None:
    """Measure while another thread waits on the library's loop, so that a call has to hop."""
    begun = threading.Event()

    async def hold() -> None:
        begun.set()
        await asyncio.sleep(3_600)

    def main() -> None:
        threading.Thread(target=lambda: adapter.run(hold), daemon=True).start()
        begun.wait()
        serve(adapter.bind(work))

    # The holder never ends, and leaving a portal would wait for it; the parent ends this process.
    adapter.script(main)


PLACES: dict[str, Callable[[Adapter, Work], None]] = {
    "script": in_script,
    "loop": in_loop,
    "thread": in_thread,
    "timer": lambda adapter, work: with_kept(adapter, work, keep_timer),
    "socket": lambda adapter, work: with_kept(adapter, work, keep_socket),
    "busy": while_busy,
}
WORKS: dict[str, Work] = {"returns": returns, "suspends": suspends}


def cross(place: str, work: str, library: str) -> None:
    """Serve one cell of the crossing tables."""
    adapter = ADAPTERS[library]()
    with contextlib.suppress(BrokenPipeError):
        PLACES[place](adapter, WORKS[work])
