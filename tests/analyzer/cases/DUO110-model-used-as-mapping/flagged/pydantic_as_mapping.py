"""The awaited value is a pydantic model, a plain class or a named tuple."""

import asyncio
from typing import NamedTuple

from pydantic import BaseModel


class Usage(BaseModel):
    tokens: int = 0


class Choice:
    def __init__(self, text: str) -> None:
        self.text = text


class Span(NamedTuple):
    start: int
    end: int


class Llm:
    async def usage(self) -> Usage:
        await asyncio.sleep(0)
        return Usage()

    async def choice(self):
        await asyncio.sleep(0)
        return Choice("a")

    async def span(self) -> Span:
        await asyncio.sleep(0)
        return Span(0, 1)


async def bill(llm: Llm) -> int:
    usage = await llm.usage()
    return usage.get("tokens", 0)  # expect: DUO110


async def text(llm: Llm) -> str:
    choice = await llm.choice()
    return choice["text"]  # expect: DUO110


async def start(llm: Llm) -> int:
    span = await llm.span()
    return span.get("start")  # expect: DUO110
