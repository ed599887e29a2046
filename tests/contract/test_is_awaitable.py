"""What may be awaited, and what only looks like it."""

from __future__ import annotations

import asyncio
import concurrent.futures
import gc
import types
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any
from unittest import mock

import pytest

from duotone.contract.color import is_awaitable
from tests.contract.callables import (
    AnswersEverything,
    Operation,
    astream,
    generator_based,
    native,
    stream,
)
from tests.labels import label


@dataclass
class Point:
    x: int = 1


class NotReally:
    __await__ = None


class GeneratorLike(Generator[None, None, None]):
    def send(self, _value: None) -> None:
        raise StopIteration

    def throw(self, *_: Any) -> None:
        raise StopIteration


class Unequal(type):
    __hash__ = None  # type: ignore[assignment]

    def __eq__(cls, other: object) -> bool:
        raise RuntimeError


class AwaitableOfUnhashableClass(Operation, metaclass=Unequal): ...


class AnsweringMetaclass(type):
    def __getattr__(cls, name: str) -> Callable[[], None]:
        return lambda: None


class OfAnsweringMetaclass(metaclass=AnsweringMetaclass): ...


@pytest.mark.parametrize(
    "value",
    [
        *(None, 1, "text", {}, [], Point(), Point, native, Operation, stream(), astream(), NotReally()),
        *(GeneratorLike(), AnswersEverything(), OfAnsweringMetaclass(), mock.MagicMock(), concurrent.futures.Future()),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_can_not_be_awaited_is_not_awaitable(value: object) -> None:
    assert is_awaitable(value) is False
    assert is_awaitable(value) is False, "the remembered answer is the same"


@pytest.mark.parametrize(
    "make",
    [generator_based, Operation, AwaitableOfUnhashableClass, types.coroutine(GeneratorLike)],
    ids=label,
)
def test_what_can_be_awaited_is_awaitable(make: Callable[[], object]) -> None:
    assert is_awaitable(make()) is True
    assert is_awaitable(make()) is True, "the remembered answer is the same"


def test_coroutines_futures_tasks_and_steps_of_async_generators_are_awaitable() -> None:
    async def main() -> None:
        coroutine = native()
        task = asyncio.ensure_future(coroutine)
        assert is_awaitable(coroutine)
        assert is_awaitable(task)
        assert is_awaitable(asyncio.get_running_loop().create_future())
        await task
        generator = astream()
        following = anext(generator)
        assert is_awaitable(following)
        await following
        await generator.aclose()  # type: ignore[attr-defined]

    asyncio.run(main())


def test_a_class_that_becomes_awaitable_is_seen_after_a_garbage_collection_at_the_latest() -> None:
    class Late: ...

    assert not is_awaitable(Late())
    Late.__await__ = Operation.__await__  # type: ignore[attr-defined]
    gc.collect()
    assert is_awaitable(Late())
