"""Every manager is entered in its own color, in one statement or many."""

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Iterator


@contextlib.contextmanager
def timed() -> Iterator[None]:
    yield


@contextlib.asynccontextmanager
async def leased() -> AsyncIterator[None]:
    await asyncio.sleep(0)
    yield


class Span:
    def __enter__(self) -> "Span":
        return self

    def __exit__(self, *details: object) -> None:
        print("end")


class Store:
    async def __aenter__(self) -> "Store":
        await asyncio.sleep(0)
        return self

    async def __aexit__(self, *details: object) -> None:
        await asyncio.sleep(0)


async def run(lock: asyncio.Lock, guard: threading.Lock) -> None:
    with timed(), Span() as span:
        print(span)
    async with lock, leased(), Store() as store, asyncio.TaskGroup() as group:
        group.create_task(asyncio.sleep(0))
        print(store)
    with guard:
        print("guarded")
    async with contextlib.AsyncExitStack() as stack:
        await stack.enter_async_context(leased())
        stack.enter_context(timed())
    with contextlib.suppress(asyncio.CancelledError):
        await asyncio.sleep(0)
