"""What other systems lose between calls, shown to stay here; the ids are those of the catalog of failures."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from functools import partial
from typing import Any

import pytest

from duotone import Pool, Worker, call, offload, run, scope

seen: ContextVar[str] = ContextVar("seen")


# -- R3: one home loop


async def get_loop() -> asyncio.AbstractEventLoop:
    return asyncio.get_running_loop()


def run_here(function: Callable[[], Any]) -> Any:
    return function()


def run_in_thread(function: Callable[[], Any]) -> Any:
    with ThreadPoolExecutor(1) as executor:
        return executor.submit(function).result(10)


def run_inside_a_loop(function: Callable[[], Any]) -> Any:
    async def main() -> Any:
        return function()

    return asyncio.run(main())


def run_inside_a_call(function: Callable[[], Any]) -> Any:
    async def step() -> Any:
        return function()

    return run(step)


EVERYWHERE = (run_here, run_in_thread, run_inside_a_loop, run_inside_a_call, run_here)


def test_R3_every_call_from_everywhere_finds_the_same_loop() -> None:
    loops = [place(lambda: run(get_loop)) for place in EVERYWHERE]
    assert len(set(loops)) == 1


def test_R3_a_worker_goes_home_to_the_same_loop_each_time() -> None:
    async def main() -> bool:
        homes = [await call(run, get_loop), await offload(run, get_loop)]
        return homes == [asyncio.get_running_loop()] * 2

    assert asyncio.run(main())


@pytest.fixture
def echo_server() -> Iterator[tuple[str, int]]:
    """A server that sends back what it gets, on the one connection that it takes."""

    def serve() -> None:
        connection, _ = listener.accept()
        with connection:
            while data := connection.recv(1024):
                connection.sendall(data)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=serve)
        thread.start()
        yield listener.getsockname()
        thread.join(10)


def test_R3_a_connection_that_was_opened_by_one_call_serves_the_next_ones(echo_server: tuple[str, int]) -> None:
    reader, writer = run(asyncio.open_connection, *echo_server)

    async def exchange(line: bytes) -> bytes:
        writer.write(line)
        await writer.drain()
        answer: bytes = await reader.readline()
        return answer

    async def close() -> None:
        writer.close()
        await writer.wait_closed()

    lines = [b"line %d\n" % number for number in range(len(EVERYWHERE))]
    assert [place(partial(run, exchange, line)) for place, line in zip(EVERYWHERE, lines, strict=True)] == lines
    run(close)


def test_R3_a_queue_carries_items_between_calls_of_different_threads() -> None:
    queue: asyncio.Queue[str] = asyncio.Queue()
    is_waiting = threading.Event()

    async def get() -> str:
        asyncio.get_running_loop().call_soon(is_waiting.set)
        return await queue.get()

    with ThreadPoolExecutor(1) as executor:
        for item in ("first", "second"):
            got = executor.submit(run, get)
            assert is_waiting.wait(10)
            is_waiting.clear()
            run(queue.put, item)
            assert got.result(10) == item


# -- G: gateway, background work and delivery


def look() -> str:
    return seen.get()


async def look_async() -> str:
    return seen.get()


@pytest.mark.parametrize("callee", [look, look_async], ids=["sync", "async"])
@pytest.mark.parametrize("make_pool", [lambda: None, Pool, Worker], ids=["default", "pool", "worker"])
def test_G3_offload_always_copies_context(make_pool: Callable[[], Pool | None], callee: Callable[[], Any]) -> None:
    pool = make_pool()

    async def main() -> list[Any]:
        found = []
        for value in ("first", "second"):
            with scope(seen, value):
                found.append(await offload(callee, pool=pool))
        return found

    assert asyncio.run(main()) == ["first", "second"]
    if pool is not None:
        pool.close()


def test_G3_every_other_way_to_a_thread_copies_context_too() -> None:
    async def main() -> Any:
        with scope(seen, "by the caller"):
            return await call(look)

    assert asyncio.run(main()) == "by the caller"
    with scope(seen, "by the caller"):
        assert run(look, timeout=30) == "by the caller"


def test_G4_a_nested_scope_restores_what_was_there_exactly() -> None:
    with scope(seen, "outer"):
        with scope(seen, "inner"):
            assert run(look_async) == "inner"
        assert run(look_async) == "outer"
    with pytest.raises(LookupError):
        seen.get()


def test_G4_a_scope_that_was_left_on_the_other_side_of_a_crossing_changes_nothing_here() -> None:
    async def nest() -> None:
        async with scope(seen, "inner"):
            await call(look)

    run(nest)
    assert seen.get("unset") == "unset"
    with scope(seen, "outer"):
        run(nest)
        assert seen.get() == "outer"


ABANDONING = """
import time
from duotone import figures, run

try:
    run(time.sleep, 30, timeout=0.01)
except TimeoutError:
    print(figures().abandoned)
"""


def test_G7_abandoned_work_is_not_waited_for_at_exit() -> None:
    start = time.monotonic()
    ended = subprocess.run([sys.executable, "-c", ABANDONING], capture_output=True, text=True, timeout=20, check=False)
    assert (ended.stdout, ended.stderr, ended.returncode) == ("1\n", "", 0)
    assert time.monotonic() - start < 10
