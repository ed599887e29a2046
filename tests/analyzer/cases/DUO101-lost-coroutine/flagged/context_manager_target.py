"""The receiver is what a context manager gives."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager


class Session:
    async def __aenter__(self) -> Session:
        await asyncio.sleep(0)
        return self

    async def __aexit__(self, *details: object) -> None:
        await asyncio.sleep(0)

    async def execute(self, statement: str) -> None:
        await asyncio.sleep(0)


@asynccontextmanager
async def transaction() -> AsyncIterator[Session]:
    session = Session()
    await session.execute("begin")
    yield session
    await session.execute("commit")


@contextmanager
def borrowed() -> Iterator[Session]:
    yield Session()


async def migrate() -> None:
    async with Session() as session:
        session.execute("create table runs (id integer)")  # expect: DUO101
    async with transaction() as session:
        session.execute("alter table runs add column name text")  # expect: DUO101
    with borrowed() as session:
        session.execute("vacuum")  # expect: DUO101
