"""`with` stands where `async with` is needed: a class, a decorated function, asyncio's own objects."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Session:
    async def __aenter__(self) -> "Session":
        await asyncio.sleep(0)
        return self

    async def __aexit__(self, *details: object) -> None:
        await asyncio.sleep(0)


@asynccontextmanager
async def transaction(name: str) -> AsyncIterator[str]:
    await asyncio.sleep(0)
    yield name


class Service:
    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._slots = asyncio.Semaphore(2)

    async def run(self) -> None:
        with self._lock:  # expect: DUO123
            await asyncio.sleep(0)
        with self._slots:  # expect: DUO123
            await asyncio.sleep(0)
        with asyncio.timeout(1):  # expect: DUO123
            await asyncio.sleep(0)
        with Session() as session:  # expect: DUO123
            print(session)
        with transaction("a") as name:  # expect: DUO123
            print(name)
        with asyncio.TaskGroup() as group:  # expect: DUO123
            print(group)


def run_now() -> None:
    session = Session()
    with session:  # expect: DUO123
        print("in session")
