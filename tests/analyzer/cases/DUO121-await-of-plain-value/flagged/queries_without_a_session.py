"""A query is awaited in the place of the session that it was put together for."""

from sqlalchemy import delete, select
from sqlalchemy.orm import DeclarativeBase, Mapped


class Base(DeclarativeBase):
    pass


class Chair(Base):
    __tablename__ = "chairs"

    legs: Mapped[int]


async def discard(session, legs: int) -> None:
    await session.scalar(select(Chair))
    await delete(Chair).where(Chair.legs == legs)  # expect: DUO121


async def find(legs: int):
    return await select(Chair).where(Chair.legs == legs)  # expect: DUO121
