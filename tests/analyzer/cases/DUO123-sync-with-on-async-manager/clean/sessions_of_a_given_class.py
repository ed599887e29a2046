"""The factory of plain sessions is given the class of async ones, with an engine that its overloads don't speak of."""

from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, create_async_engine
from sqlalchemy.orm import sessionmaker


async def count(engine: AsyncEngine) -> None:
    sessions = sessionmaker(engine, class_=AsyncSession, expire_on_commit=False)
    async with sessions.begin() as session:
        print(await session.scalar("select count(*) from orders"))


async def count_once() -> None:
    async with sessionmaker(create_async_engine("sqlite+aiosqlite://"), class_=AsyncSession).begin() as session:
        print(await session.scalar("select count(*) from orders"))


async def read(engine: AsyncEngine) -> None:
    sessions = sessionmaker(engine, class_=AsyncSession)
    async with sessions() as session, session.begin():
        print(await session.scalar("select 1"))
