"""SQLAlchemy's async session has sync and async methods side by side."""

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker, create_async_engine

from sqlalchemy.orm import Mapped

engine = create_async_engine("sqlite+aiosqlite://")
make_session = async_sessionmaker(engine)


class Run:
    name: Mapped[str]


async def store(session: AsyncSession, run: Run) -> None:
    session.add(run)
    session.expunge(run)
    session.add_all([run])
    await session.flush()
    await session.commit()
    await session.refresh(run)


async def names() -> list[str]:
    async with make_session() as session, session.begin():
        rows = await session.execute(select(Run.name))
        return list(rows.scalars())
