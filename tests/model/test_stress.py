"""The shared loop under pressure: many threads, open sockets, callbacks from outside, background tasks, idle times."""

from __future__ import annotations

import asyncio
import itertools
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

import duotone
from duotone.contract import bridge as bridge_module
from duotone.contract.bridge import bridge
from duotone.errors import HomeClosed, TimedOut, WrongLoop
from tests.model.ground import ground
from tests.model.watchdog import wait_until

# The programs hold loops up on purpose, on a machine that may be busy.
pytestmark = pytest.mark.duotone(allow="blocked-loop")


async def at_once(value: int) -> int:
    return value


async def after_a_turn(value: int) -> int:
    await asyncio.sleep(0)
    return value


async def after_a_while(value: int) -> int:
    await asyncio.sleep(0.001 * (value % 3))
    return value


async def with_a_call_inside(value: int) -> int:
    inner = duotone.run(after_a_turn, value)
    await asyncio.sleep(0)
    return inner


async def with_a_worker(value: int) -> int:
    return await duotone.call(lambda: duotone.run(after_a_turn, value))


KINDS: list[Callable[[int], Any]] = [at_once, after_a_turn, after_a_while, with_a_call_inside, with_a_worker]


def call_from_threads(
    threads: int, calls: int, kinds: list[Callable[[int], Any]], timeout: float | None = None
) -> None:
    """Let each of so many threads make so many calls at the same time; each must get its own value."""
    wrong: list[object] = []
    done: list[int] = []
    barrier = threading.Barrier(threads)

    def caller(number: int) -> None:
        barrier.wait()
        for index in range(calls):
            value = number * calls + index
            got = duotone.run(kinds[value % len(kinds)], value, timeout=timeout)
            if got != value:
                wrong.append((value, got))
            done.append(value)

    started = [threading.Thread(target=caller, args=(number,), daemon=True) for number in range(threads)]
    for thread in started:
        thread.start()
    wait_until(
        lambda: not any(thread.is_alive() for thread in started), lambda: len(done), lambda: f"{len(done)} calls"
    )
    assert not wrong
    assert sorted(done) == list(range(threads * calls))


@contextmanager
def open_sockets(count: int) -> Iterator[list[socket.socket]]:
    """Keep connections to a server on the shared loop, so that its background thread rests in the selector."""

    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(100):
            writer.write(data)
            await writer.drain()
        writer.close()
        await writer.wait_closed()

    async def serve() -> asyncio.Server:
        return await asyncio.start_server(echo, "127.0.0.1", 0)

    async def close(server: asyncio.Server) -> None:
        server.close()
        await server.wait_closed()

    server = duotone.run(serve)
    clients = [socket.create_connection(server.sockets[0].getsockname()) for _ in range(count)]
    try:
        yield clients
    finally:
        for client in clients:
            client.close()
        duotone.run(close, server)


@pytest.fixture(autouse=True)
def _nothing_is_left() -> Iterator[None]:
    with ground() as level:
        yield
        wait_until(lambda: not level.remains(), lambda: 0, lambda: str(level.remains()))
    assert not level.heard


def test_many_threads_get_their_own_values_from_every_kind_of_call() -> None:
    call_from_threads(threads=16, calls=50, kinds=KINDS)


def test_many_threads_get_their_own_values_when_every_call_has_a_deadline() -> None:
    call_from_threads(threads=16, calls=25, kinds=KINDS, timeout=60.0)


def test_many_threads_get_their_own_values_while_sockets_are_open() -> None:
    with open_sockets(8) as clients:
        echoes: list[bytes] = []

        def talk(client: socket.socket) -> None:
            for number in range(50):
                client.sendall(b"%d" % number)
                echoes.append(client.recv(100))

        talkers = [threading.Thread(target=talk, args=(client,), daemon=True) for client in clients]
        for talker in talkers:
            talker.start()
        call_from_threads(threads=8, calls=50, kinds=KINDS)
        wait_until(lambda: not any(talker.is_alive() for talker in talkers), lambda: len(echoes), lambda: "talkers")
        assert sorted(echoes) == sorted(b"%d" % number for number in range(50) for _ in clients)


def test_a_thousand_callers_at_once_get_their_own_values() -> None:
    began = time.monotonic()
    call_from_threads(threads=1_000, calls=1, kinds=[after_a_turn, after_a_while])
    assert time.monotonic() - began < 20


def test_callbacks_from_other_threads_are_all_called_while_callers_come_and_go() -> None:
    called: list[int] = []

    def post(offset: int) -> None:
        for number in range(500):
            bridge.loop.call_soon_threadsafe(called.append, offset + number)

    posters = [threading.Thread(target=post, args=(index * 500,), daemon=True) for index in range(4)]
    for poster in posters:
        poster.start()
    call_from_threads(threads=4, calls=100, kinds=KINDS)
    for poster in posters:
        poster.join()
    wait_until(lambda: len(called) >= 2_000, lambda: len(called), lambda: f"{len(called)} of 2,000 callbacks")
    assert sorted(called) == list(range(2_000))


def test_background_tasks_go_on_between_calls() -> None:
    ticks: list[int] = []

    async def tick(number: int) -> None:
        for _ in range(20):
            await asyncio.sleep(0.001)
            ticks.append(number)

    tasks: list[asyncio.Task[None]] = []

    async def leave_running() -> None:
        tasks.extend(asyncio.ensure_future(tick(number)) for number in range(10))

    duotone.run(leave_running)
    call_from_threads(threads=4, calls=20, kinds=KINDS)
    wait_until(lambda: all(task.done() for task in tasks), lambda: len(ticks), lambda: f"{len(ticks)} of 200 ticks")
    assert sorted(ticks) == sorted(number for number in range(10) for _ in range(20))


def test_the_background_thread_ends_when_idle_and_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bridge_module, "LINGER", 0.002)

    async def leave_a_timer(fired: threading.Event, delay: float) -> None:
        asyncio.get_running_loop().call_later(delay, fired.set)

    for index in range(60):
        fired = threading.Event()
        duotone.run(leave_a_timer, fired, 0.0005 * (index % 8))
        if index % 3 == 0:
            assert duotone.run(after_a_turn, index, timeout=60.0) == index
        assert fired.wait(20)
        time.sleep(0.0005 * (index % 7))  # not to wait for anything: calls must hit every moment of the thread's end
    wait_until(lambda: bridge._background is None, lambda: 0, lambda: "the thread stays")


def test_calls_to_loops_that_end_come_to_their_end_too() -> None:
    begun: list[int] = []
    ended: list[int] = []

    async def work(number: int) -> None:
        begun.append(number)
        try:
            try:
                await asyncio.sleep(0.0005 * (number % 4))
            finally:
                await asyncio.sleep(0)
        finally:
            ended.append(number)

    def call_until_it_has_gone(portal: duotone.Portal, callers: int) -> None:
        for number in itertools.count():
            try:
                portal.run(work, number, timeout=(None, 60.0, 0.001)[(number + callers) % 3])
            except (TimedOut, HomeClosed, asyncio.CancelledError):
                continue
            except WrongLoop:
                return

    async def main(index: int) -> list[threading.Thread]:
        portal = duotone.Portal()
        callers = [
            threading.Thread(target=call_until_it_has_gone, args=(portal, number), daemon=True) for number in range(4)
        ]
        for caller in callers:
            caller.start()
        await asyncio.sleep(0.0005 * (index % 7))  # not to wait for anything: calls must hit every moment of the end
        return callers

    for index in range(40):
        callers = asyncio.run(main(index))
        for caller in callers:
            caller.join(20)
            assert not caller.is_alive()
    assert sorted(begun) == sorted(ended)
