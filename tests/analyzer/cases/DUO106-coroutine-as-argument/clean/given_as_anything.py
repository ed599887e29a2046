"""A parameter may be anything by its annotation, and its body looks before it awaits, or keeps it."""

import asyncio
import inspect
from typing import Any


async def load(name: str) -> dict[str, str]:
    await asyncio.sleep(0)
    return {"name": name}


async def settle(value: Any) -> Any:
    if inspect.isawaitable(value):
        return await value
    return value["name"]


class Later:
    def __init__(self, value: Any) -> None:
        self.value = value

    async def get(self) -> Any:
        return await self.value


async def settled(name: str) -> object:
    return await settle(load(name))


async def later(name: str) -> object:
    return await Later(load(name)).get()
