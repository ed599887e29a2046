"""Containers are declared with the names of typing, and classes are given as `type[T]`."""

from __future__ import annotations

import asyncio
from typing import Any, Dict, List, Type, TypeVar

M = TypeVar("M", bound="Model")


class Model:
    @classmethod
    async def create(cls: type[M], **values: Any) -> M:
        await asyncio.sleep(0)
        return cls()

    async def save(self) -> None:
        await asyncio.sleep(0)


class Event(Model):
    async def publish(self) -> None:
        await asyncio.sleep(0)


class Repo:
    async def update(self) -> None:
        await asyncio.sleep(0)


def built(kind: Type[M]) -> M:
    return kind()


class Relation:
    def __init__(self, remote: type[M]) -> None:
        self.remote = remote

    async def add(self) -> None:
        self.remote.create()  # expect: DUO101


class Repos:
    def __init__(self) -> None:
        self._repos: Dict[str, Repo] = {}
        self._order: List[Repo] = []
        self.first = Client(
            address="https://example.org",
            headers={
                "one": "1",
                "two": "2",
                "three": "3",
                "four": "4",
                "five": "5",
                "six": "6",
                "seven": "7",
                "eight": "8",
                "nine": "9",
                "ten": "10",
            },
        )

    async def update(self, name: str) -> None:
        self._repos[name].update()  # expect: DUO101
        for repo in self._order:
            repo.update()  # expect: DUO101
        self.first.ping()  # expect: DUO101


class Client:
    def __init__(self, address: str, headers: Dict[str, str]) -> None:
        self.address, self.headers = address, headers

    async def ping(self) -> None:
        await asyncio.sleep(0)


async def main() -> None:
    event = await Event.create(name="a")
    event.publish()  # expect: DUO101
    built(Event).publish()  # expect: DUO101
