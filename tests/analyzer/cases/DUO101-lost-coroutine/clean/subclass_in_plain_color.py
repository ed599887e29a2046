"""The receiver is an abstract class whose implementations have both colors, told apart by the caller."""

from __future__ import annotations

import asyncio
import inspect
from abc import ABC, abstractmethod
from collections.abc import Awaitable


class Tool(ABC):
    @abstractmethod
    def call(self, text: str) -> str | Awaitable[str]:
        """Do it now, or return something to wait for."""


class Echo(Tool):
    def call(self, text: str) -> str:
        return text


class Search(Tool):
    async def call(self, text: str) -> str:
        await asyncio.sleep(0)
        return text


async def use(tool: Tool, text: str) -> str:
    answer = tool.call(text)
    if inspect.isawaitable(answer):
        answer = await answer
    return answer


def use_now(tool: Tool, text: str) -> None:
    tool.call(text)
