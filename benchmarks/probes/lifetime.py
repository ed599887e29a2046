"""What lives on between calls: loop-bound clients, background tasks, the bridge itself."""

from __future__ import annotations

import asyncio
import contextlib
import socketserver
import threading
import time
from typing import TYPE_CHECKING, Any

from benchmarks.probes.trial import expect, point
from benchmarks.probes.values import double

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from benchmarks.probes.trial import Trial


class Echo(socketserver.StreamRequestHandler):
    """Sends every line back."""

    def handle(self) -> None:
        for line in self.rfile:
            self.wfile.write(line)


@contextlib.contextmanager
def echo_server() -> Iterator[int]:
    """Serve echoes on a free port of the loopback."""
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Echo) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


class Client:
    """A client as they are: its connection belongs to the loop on which it was opened."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.streams: Any = None


async def ask(client: Client, text: str) -> str:
    """Send one line and return the echo, connecting at first use."""
    if client.streams is None:
        client.streams = await asyncio.open_connection("127.0.0.1", client.port)
    reader, writer = client.streams
    writer.write(f"{text}\n".encode())
    await writer.drain()
    return (await asyncio.wait_for(reader.readline(), 2)).decode().strip()


def on_thread(work: Callable[[], Any]) -> Any:
    """Run ``work`` on a new thread and hand over what it returned or raised."""
    ended: list[Any] = []

    def target() -> None:
        try:
            ended.append((work(), None))
        except BaseException as error:  # noqa: BLE001 - it is raised again where it is waited for
            ended.append((None, error))

    thread = threading.Thread(target=target, daemon=True)
    thread.start()
    thread.join()
    result, error = ended[0]
    if error is not None:
        raise error
    return result


def ask_again(trial: Trial, client: Client, how: Callable[[Callable[[], Any]], Any]) -> None:
    """Use a client for the second time, in the way that ``how`` calls."""
    expect(trial.run(ask, client, "one") == "one", "another answer")
    got = how(lambda: trial.run(ask, client, "two"))
    expect(got == "two", f"another answer: {got!r}")


@point("a client reused on the next call")
def client_reused(trial: Trial) -> None:
    """A connection opened in one call answers in the next."""
    with echo_server() as port:
        trial.script(lambda: ask_again(trial, Client(port), lambda work: work()))


@point("a client reused from another thread")
def client_other_thread(trial: Trial) -> None:
    """A connection opened in one call answers in a call from another thread."""
    with echo_server() as port:
        trial.script(lambda: ask_again(trial, Client(port), on_thread))


@point("background tasks going on between calls")
def background_tasks(trial: Trial) -> None:
    """A task started in one call goes on while the caller does sync work."""
    ticks: list[float] = []
    kept: list[asyncio.Task[None]] = []

    async def tick() -> None:
        while True:
            ticks.append(time.monotonic())
            await asyncio.sleep(0.005)

    async def start() -> None:
        kept.append(asyncio.create_task(tick()))
        await asyncio.sleep(0.02)

    def main() -> None:
        trial.run(start)
        before = len(ticks)
        time.sleep(0.3)
        during = len(ticks) - before
        expect(before > 0, "the task never began")
        expect(during > 5, f"the task stood still between calls ({during} ticks in 0.3 s)")

    trial.script(main)


@point("after an asyncio.run")
def after_asyncio_run(trial: Trial) -> None:
    """An asyncio.run of the program's own, between two calls, changes nothing."""
    trial.script(lambda: expect(trial.run(double, 1) == 2, "another value"))
    asyncio.run(double(2))
    trial.script(lambda: expect(trial.run(double, 3) == 6, "another value"))
