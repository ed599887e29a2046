"""A coroutine fills a field of a model or a key of a typed dictionary."""

import asyncio
from typing import Any, NamedTuple, TypedDict

from pydantic import BaseModel


class Message(BaseModel):
    role: str
    content: str


class Noted(BaseModel):
    def __init__(self, **data: Any) -> None:
        super().__init__(**data)
        print(sorted(data))


class Note(Noted):
    text: str
    lines: list[str]


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


async def note(prompt: str) -> Note:
    await asyncio.sleep(0)
    print(Note(text="", lines=[draft(prompt)]))  # expect: DUO108
    return Note(text=draft(prompt), lines=[])  # expect: DUO106
