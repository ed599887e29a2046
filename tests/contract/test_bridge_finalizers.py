"""Finalizers that run while the bridge makes a task, where a garbage collection may begin, are served as everywhere."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Iterator
from functools import partial

import pytest

from duotone import run
from duotone.contract.bridge import bridge
from tests.contract.leaders import value, value_later


class Garbage:
    """A circle that calls a function when it is collected."""

    def __init__(self, finalize: Callable[[], object]) -> None:
        self._itself = self
        self._finalize = finalize

    def __del__(self) -> None:
        self._finalize()


@pytest.fixture
def collecting(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Collect garbage in the middle of the making of each task, where a collection may begin by itself."""

    def collect() -> bool:
        gc.collect(0)
        return False

    gc.disable()
    monkeypatch.setattr(bridge.loop, "get_debug", collect)
    yield
    gc.enable()


@pytest.mark.usefixtures("collecting")
def test_what_a_finalizer_asks_of_the_loop_while_a_task_is_made_is_done() -> None:
    async def main() -> str:
        future: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        waiting = asyncio.create_task(asyncio.wait_for(future, 10))
        await asyncio.sleep(0)
        Garbage(partial(future.set_result, "collected"))
        assert run(value, 5) == 5
        return await waiting

    assert run(main) == "collected"


@pytest.mark.usefixtures("collecting")
def test_a_finalizer_may_call_in_while_a_task_is_made() -> None:
    values: list[int] = []
    Garbage(lambda: values.append(run(value_later, 1)))
    assert run(value_later, 2) == 2
    assert values == [1]
