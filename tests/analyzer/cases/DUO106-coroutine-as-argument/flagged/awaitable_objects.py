"""What is wanted can be awaited itself, and is what the coroutine would give; the coroutine is none of these."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from typing import Any, Generic, TypeVar

ModelType = TypeVar("ModelType", bound="Model")


class Model:
    def __await__(self) -> Generator[Any, None, Model]:
        yield
        return self

    @classmethod
    async def create(cls: type[ModelType], name: str) -> ModelType:
        await asyncio.sleep(0)
        return cls()


class Relation(Generic[ModelType]):
    async def add(self, *instances: ModelType) -> None:
        await asyncio.sleep(0)


class Event(Model):
    participants: Relation[Model]


async def joined(event: Event) -> None:
    team = Model.create("team")  # expect: DUO106
    await event.participants.add(team)  # lost: DUO106


async def all_joined(event: Event) -> None:
    teams = []
    for name in ("a", "b"):
        teams.append(Model.create(name))  # expect: DUO108
    await event.participants.add(*teams)  # lost: DUO108


async def created(name: str) -> Event:
    return Event.create(name)  # expect: DUO107


class Cluster:
    def __await__(self):
        yield self

    def names(self) -> list[str]:
        return []


Either = Model | Cluster


async def connected(name: str) -> Either:
    await asyncio.sleep(0)
    return Model() if name else Cluster()


def inspect_either(name: str, either: Either) -> str:
    return f"{name}: {either}"


async def look(name: str) -> str:
    found = connected(name)  # expect: DUO106
    return inspect_either(name, found)  # lost: DUO106
