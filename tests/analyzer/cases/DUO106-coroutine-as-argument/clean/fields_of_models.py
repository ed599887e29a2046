"""Fields with room for a coroutine, and words that an `__init__` takes for itself."""

import asyncio
from collections.abc import Awaitable
from typing import Any

from pydantic import BaseModel, ConfigDict


class Loose(BaseModel):
    model_config = ConfigDict(extra="allow", arbitrary_types_allowed=True)

    work: Awaitable[str] | str
    text: str = ""

    def __init__(self, **data: Any) -> None:
        super().__init__(**data)


class Runner(Loose):
    def __init__(self, text: Any, **data: Any) -> None:
        super().__init__(text=asyncio.run(text), **data)


async def draft(prompt: str) -> str:
    await asyncio.sleep(0)
    return prompt


async def finish(prompt: str) -> str:
    loose = Loose(work=draft(prompt), more=draft(prompt))
    print(await loose.more)
    return loose.work if isinstance(loose.work, str) else await loose.work


def run(prompt: str) -> str:
    return Runner(text=draft(prompt), work="").text
