"""Plain methods of what containers hold and classes make, beside async ones of the same name."""

from __future__ import annotations

import asyncio
from typing import Any, Dict, Type, TypeVar

T = TypeVar("T")
M = TypeVar("M", bound="Model")


class Model:
    @classmethod
    def create(cls: type[M]) -> M:
        return cls()

    def save(self) -> None:
        pass


class AsyncModel(Model):
    async def publish(self) -> None:
        await asyncio.sleep(0)


class Registry:
    def __init__(self, kinds: Dict[str, Type[Model]]) -> None:
        self.kinds = kinds

    def make(self, name: str) -> None:
        self.kinds[name].create().save()
        self.kinds[name]().save()


def anything(kind: type[T]) -> T:
    return kind()


async def main(kind: type, other: Type[Any]) -> None:
    Model.create().save()
    await AsyncModel.create().publish()
    anything(Model).save()
    kind().publish()
    other.publish()
