"""Awaitables as they are given: which can be run, where they belong, and how they are refused quietly."""

from __future__ import annotations

import asyncio
import inspect
import types
from collections.abc import Coroutine, Generator
from typing import Any

import pytest

from duotone import run
from duotone.contract.awaitables import coroutine_of, discard, finish, loop_of
from duotone.errors import AlreadyAwaited


class Foreign(Coroutine[Any, Any, int]):
    """A coroutine that Python didn't make, as compiled code has them."""

    def __init__(self) -> None:
        self._inner = asyncio.sleep(0, 5)

    def send(self, value: Any) -> Any:
        return self._inner.send(value)

    def throw(self, *args: Any) -> Any:
        return self._inner.throw(*args)

    def close(self) -> None:
        self._inner.close()

    def __await__(self) -> Generator[Any, Any, int]:
        return self._inner.__await__()


@types.coroutine
def old_style() -> Generator[Any, Any, int]:
    yield from asyncio.sleep(0).__await__()
    return 6


def test_a_coroutine_of_another_make_is_run_as_it_is() -> None:
    foreign = Foreign()
    assert coroutine_of(foreign) is foreign
    assert run(foreign) == 5


def test_a_generator_based_coroutine_can_be_run() -> None:
    assert run(old_style) == 6


def test_a_coroutine_that_is_running_can_not_be_run_inside_itself() -> None:
    async def itself() -> None:
        with pytest.raises(AlreadyAwaited, match="already running") as caught:
            run(coroutine)
        assert caught.value.state == "already running"

    coroutine = itself()
    run(coroutine)


def test_only_a_pending_future_is_bound_to_a_loop() -> None:
    async def main() -> None:
        future = asyncio.get_running_loop().create_future()
        assert loop_of(future) is asyncio.get_running_loop()
        finish(future)
        finish(future)
        assert loop_of(future) is None
        assert loop_of(5) is None

    asyncio.run(main())


def test_discarding_closes_coroutines_and_leaves_the_rest_alone() -> None:
    coroutine = asyncio.sleep(0)
    discard(coroutine)
    discard(5)
    assert inspect.getcoroutinestate(coroutine) == inspect.CORO_CLOSED
