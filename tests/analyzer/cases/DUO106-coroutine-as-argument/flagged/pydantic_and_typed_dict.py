"""A coroutine fills a field of a model or a key of a typed dictionary."""

import asyncio
from typing import NamedTuple, TypedDict

from pydantic import BaseModel


class Message(BaseModel):
    role: str
    content: str


class Usage(NamedTuple):
    prompt: int
    total: int


class Reply(TypedDict):
    text: str


async def draft(prompt: str) -> str:
    await asyncio.sleep(0)
    return prompt


async def count(prompt: str) -> int:
    await asyncio.sleep(0)
    return 0


async def answer(prompt: str) -> Message:
    await asyncio.sleep(0)
    print(Usage(prompt=1, total=count(prompt)))  # expect: DUO106
    return Message(role="assistant", content=draft(prompt))  # expect: DUO106


async def reply(prompt: str) -> Reply:
    await asyncio.sleep(0)
    return Reply(text=draft(prompt))  # expect: DUO106
