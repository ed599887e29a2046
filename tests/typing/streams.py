"""`iterate` and `aiterate` keep the type of the items, and what can be sent to a generator."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator, Generator, Iterable, Iterator
from typing import assert_type

from duotone import Worker, aiterate, iterate


def iterate_gives_the_same_items(
    stream: AsyncIterator[int],
    many: AsyncIterable[bytes],
    plain: Iterable[str],
    generator: AsyncGenerator[int, str],
    sync_generator: Generator[int, str, bytes],
) -> None:
    assert_type(next(iterate(stream)), int)
    assert_type(list(iterate(many, timeout=1)), list[bytes])
    assert_type([item for item in iterate(plain)], list[str])  # noqa: C416  # as it is written in a loop
    assert_type(iterate(generator), Generator[int, str, None])
    assert_type(iterate(sync_generator), Generator[int, str, None])
    assert_type(iterate(generator).send("more"), int)


async def aiterate_gives_the_same_items(
    stream: Iterator[int],
    already: AsyncIterator[bytes],
    generator: Generator[int, str, bytes],
    async_generator: AsyncGenerator[int, str],
    worker: Worker,
) -> None:
    assert_type(await anext(aiterate(stream)), int)
    assert_type([item async for item in aiterate(["a"], pool=worker, timeout=1)], list[str])
    assert_type([item async for item in aiterate(already)], list[bytes])
    assert_type(aiterate(generator), AsyncGenerator[int, str])
    assert_type(aiterate(async_generator), AsyncGenerator[int, str])


def what_is_no_stream_is_refused(stream: AsyncIterator[int], generator: AsyncGenerator[int, str]) -> None:
    iterate(3)  # type: ignore[call-overload]  # pyright: ignore[reportArgumentType, reportCallIssue]
    iterate(stream, 1)  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue]
    iterate(stream, timeout="soon")  # type: ignore[call-overload]  # pyright: ignore[reportArgumentType, reportCallIssue]
    iterate(generator).send(3)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    aiterate(3)  # type: ignore[call-overload]  # pyright: ignore[reportArgumentType, reportCallIssue]
    aiterate([3], pool="mine")  # type: ignore[call-overload]  # pyright: ignore[reportArgumentType, reportCallIssue]
