"""A metaclass puts something that can be awaited in the place of what the body of the class says."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any


class Relation:
    def __await__(self) -> Generator[Any, None, str]:
        yield
        return "related"


class Field:
    def __init__(self, kind: str) -> None:
        self.kind = kind


class Meta(type):
    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> Meta:
        fields = {key: Relation() for key, value in body.items() if isinstance(value, Field)}
        return super().__new__(cls, name, bases, {**body, **fields})


class Model(metaclass=Meta):
    pass


class Event(Model):
    tournament = Field("relation")
    winner: Field = Field("relation")


async def main(event: Event) -> None:
    print(await event.tournament, await event.winner)
