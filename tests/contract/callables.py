"""Callables of every color and kind."""

from __future__ import annotations

import asyncio
import contextlib
import enum
import functools
import types
from collections.abc import AsyncIterator, Callable, Generator, Iterator
from typing import Any

from duotone.contract.color import Color

SYNC, ASYNC, EITHER = Color.SYNC, Color.ASYNC, Color.EITHER
SYNC_GENERATOR, ASYNC_GENERATOR = Color.SYNC_GENERATOR, Color.ASYNC_GENERATOR


def plain(value: int = 1) -> int:
    return value


async def native(value: int = 1) -> int:
    return value


def stream() -> Iterator[int]:
    yield 1


async def astream() -> AsyncIterator[int]:
    yield 1


@types.coroutine
def generator_based() -> Generator[None, None, None]:
    yield


def hiding(function: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap in a sync function that passes on whatever the function returns."""

    @functools.wraps(function)
    def wrapper(*args: object, **kwargs: object) -> object:
        return function(*args, **kwargs)

    return wrapper


def awaiting(function: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap in an async function."""

    @functools.wraps(function)
    async def wrapper(*args: object, **kwargs: object) -> object:
        return function(*args, **kwargs)

    return wrapper


class Surface:
    def plain(self) -> None: ...

    async def native(self) -> None: ...

    def stream(self) -> Iterator[int]:
        yield 1

    async def astream(self) -> AsyncIterator[int]:
        yield 1

    @staticmethod
    async def static() -> None: ...

    @classmethod
    async def of_class(cls) -> None: ...

    @functools.lru_cache  # noqa: B019  a cached method is what is looked at
    def cached(self) -> None: ...

    preset = functools.partialmethod(native)
    preset_twice: Any = functools.partialmethod(preset)
    preset_plain = functools.partialmethod(plain)

    @functools.singledispatchmethod
    async def dispatched(self, value: object) -> None: ...


class CallsPlain:
    def __call__(self) -> None: ...


class CallsNative:
    async def __call__(self) -> None: ...


class CallsStream:
    def __call__(self) -> Iterator[int]:
        yield 1


class CallsAsyncStream:
    async def __call__(self) -> AsyncIterator[int]:
        yield 1


class CallsStatic:
    @staticmethod
    async def __call__() -> None: ...


class CallsObject:
    __call__ = CallsNative()


class CallsUnknown:
    @property
    def __call__(self) -> Callable[[], None]:
        return plain  # type: ignore[return-value]


class Wrapper:
    """A class-based decorator that passes results on."""

    def __init__(self, function: Callable[..., Any]) -> None:
        functools.update_wrapper(self, function)

    def __call__(self) -> object:
        return self.__wrapped__()  # type: ignore[attr-defined]


class LoudPartial(functools.partial):  # type: ignore[type-arg]
    async def __call__(self, /, *args: object, **kwargs: object) -> object:
        return super().__call__(*args, **kwargs)


class Operation:
    def __await__(self) -> Generator[None, None, int]:
        yield
        return 1


class MadeAsync(type):
    async def __call__(cls) -> object:
        return super().__call__()


class ByMetaclass(metaclass=MadeAsync): ...


class ByNew:
    async def __new__(cls) -> object:  # type: ignore[misc]
        return super().__new__(cls)


class Level(enum.Enum):
    LOW = 1


def marked_as_asyncio_does(function: Any) -> Any:
    function._is_coroutine = asyncio.coroutines._is_coroutine  # type: ignore[attr-defined]
    return function


class Marked:
    """Marked on the class, through a slot: where a compiled function keeps its mark as well."""

    __slots__ = ("_is_coroutine",)

    def __call__(self) -> None: ...


@functools.singledispatch
def dispatched(value: object) -> object:
    return value


@contextlib.contextmanager
def managed() -> Iterator[None]:
    yield


@contextlib.asynccontextmanager
async def amanaged() -> AsyncIterator[None]:
    yield


class AnswersEverything:
    def __getattr__(self, name: str) -> AnswersEverything:
        return self

    def __call__(self) -> None: ...


surface = Surface()
