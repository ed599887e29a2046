"""A helper that takes attributes by their names needs an object that has them."""

import asyncio
import dataclasses
from typing import Any


async def ask(kind: str) -> Any:
    await asyncio.sleep(0)
    return kind


@dataclasses.dataclass
class Device:
    name: str

    @classmethod
    def of_answer(cls, answer: Any) -> "Device":
        return cls(**{field.name: getattr(answer, field.name) for field in dataclasses.fields(cls)})


def named(answer):
    return getattr(answer, "name")


async def device() -> Device:
    answer = ask("device")  # expect: DUO106
    return Device.of_answer(answer)


async def name() -> str:
    return named(ask("name"))  # expect: DUO106
