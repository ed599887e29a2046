"""`manage` and `amanage` keep what the block is given, and whether it may swallow errors."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Generator
from contextlib import AbstractAsyncContextManager, AbstractContextManager, asynccontextmanager, contextmanager
from typing import assert_type

from duotone import Worker, amanage, manage


@asynccontextmanager
async def session(name: str) -> AsyncGenerator[bytes]:
    yield name.encode()


@contextmanager
def connection(number: int) -> Generator[str]:
    yield str(number)


class Group:
    async def __aenter__(self) -> int:
        return 1

    async def __aexit__(self, *exc_info: object) -> None: ...


def a_block_of_the_other_color_is_given_the_same(careful: AbstractAsyncContextManager[int, None]) -> None:
    with manage(session("a")) as data, manage(connection(1)) as text, manage(Group()) as number:
        assert_type(data, bytes)
        assert_type(text, str)
        assert_type(number, int)
    assert_type(manage(careful), AbstractContextManager[int, None])


async def an_async_block_is_given_the_same(worker: Worker, careful: AbstractContextManager[int, None]) -> None:
    async with amanage(session("a")) as data, amanage(connection(1), pool=worker) as text:
        assert_type(data, bytes)
        assert_type(text, str)
    assert_type(amanage(careful), AbstractAsyncContextManager[int, None])


def what_is_no_context_manager_is_refused() -> None:
    manage(3)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    manage(session)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    amanage(3)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    amanage(connection(1), pool="mine")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
