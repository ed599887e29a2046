"""Streams are closed on both sides, however the iteration ends, and the interpreter too."""

from __future__ import annotations

import gc
import os
import subprocess
import weakref
from collections.abc import AsyncIterator, Callable
from typing import Any, Self

import anyio
import pytest

from duotone.contract.streams import iterate
from tests.contract.sources import Log
from tests.contract.threads import wait_until


def test_leaving_a_loop_early_closes_the_async_generator_at_once_in_its_task(log: Log) -> None:
    for _ in iterate(log.produce()):
        break
    first, last, closed = log
    assert first is last
    assert closed == "closed"


def test_an_error_in_the_body_of_a_loop_closes_the_async_generator(log: Log) -> None:
    def play() -> None:
        for _ in iterate(log.produce()):
            raise LookupError

    with pytest.raises(LookupError):
        play()
    gc.collect()  # the traceback may have kept the iterator
    wait_until(lambda: log[-1] == "closed")


def test_closing_the_iterator_closes_the_async_generator_once(log: Log) -> None:
    items = iterate(log.produce())
    next(items)
    items.close()
    items.close()
    assert [each for each in log if each == "closed"] == ["closed"]
    assert list(items) == []


def test_an_iterator_that_was_never_started_leaves_nothing_behind(log: Log) -> None:
    iterate(log.produce()).close()
    del log[:]
    iterate(log.produce())
    assert log == []


def test_an_iterator_in_a_reference_cycle_is_closed_in_its_task_by_the_garbage_collector(log: Log) -> None:
    cycle: list[Any] = [iterate(log.produce())]
    next(cycle[0])
    cycle.append(cycle)
    del cycle
    gc.collect()
    wait_until(lambda: log[-1] == "closed")
    first, last, _ = log
    assert first is last


def test_an_object_that_holds_an_iterator_over_itself_is_not_kept_alive_by_it(log: Log) -> None:
    class Reader:
        def __init__(self) -> None:
            self.items = iterate(self.produce())
            next(self.items)

        async def produce(self) -> AsyncIterator[Self]:
            with anyio.CancelScope():  # which must be left in the task in which it was entered
                try:
                    while True:
                        yield self
                finally:
                    log.append("closed")

    reader = weakref.ref(Reader())
    gc.collect()
    wait_until(lambda: log)
    wait_until(lambda: gc.collect() is not None and reader() is None)


def test_a_stream_that_is_open_at_exit_is_closed_without_noise(
    script: Callable[..., subprocess.CompletedProcess[str]],
) -> None:
    done = script("""
        from duotone.contract.streams import iterate

        async def count():
            try:
                for number in range(3):
                    yield number
            finally:
                print("closed")

        items, unused = iterate(count()), iterate(count())
        print(next(items))
    """)
    assert (done.returncode, done.stdout, done.stderr) == (0, "0\nclosed\n", "")


def test_a_stream_that_another_thread_is_using_at_exit_is_reported_as_unfinished(
    script: Callable[..., subprocess.CompletedProcess[str]],
) -> None:
    done = script(
        """
        import asyncio, threading
        from duotone.contract.streams import iterate

        is_used = threading.Event()

        async def stuck():
            yield 1
            is_used.set()
            await asyncio.sleep(60)

        threading.Thread(target=list, args=(iterate(stuck()),), daemon=True).start()
        is_used.wait()
    """,
        "-W",
        "default",
    )
    assert done.returncode == 0
    assert "UnfinishedWork" in done.stderr
    assert "already executing" not in done.stderr


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_child_has_streams_of_its_own(script: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    done = script("""
        import os, sys
        from duotone.contract.streams import iterate

        async def count(name):
            try:
                for number in range(3):
                    yield number
            finally:
                print(name, "closed", flush=True)

        of_parent = iterate(count("parent"))
        next(of_parent)
        child = os.fork()
        if child == 0:
            of_child = iterate(count("child"))
            next(of_child)
            sys.exit()
        assert os.waitpid(child, 0)[1] == 0
    """)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "child closed\nparent closed\n"
