"""Annotations forget that the functions are awaited: at once, within a function, or from where they are kept."""

import asyncio
import dataclasses
from collections.abc import Callable
from typing import Optional


async def visit(address: str, handler: Callable[[str], None], absent: Optional[Callable[[], None]] = None) -> None:
    async def attempt() -> None:
        await asyncio.sleep(0)
        if address:
            await handler(address)
        elif absent is not None:
            await absent()

    await attempt()


@dataclasses.dataclass
class Listener:
    function: Callable
    topic: str


class Mail:
    def __init__(self, on_arrival: Callable[[str], None]) -> None:
        self.listeners: list[Listener] = []
        self.arrived = on_arrival

    def listen(self, callback: Callable[[str], None], topic: str) -> None:
        self.listeners.append(Listener(callback, topic))

    async def deliver(self, topic: str) -> None:
        await self.arrived(topic)
        for one in self.listeners:
            if one.topic == topic:
                await as_coroutine(one.function)(topic)


def as_coroutine(function):
    async def call(*args):
        result = function(*args)
        return await result if asyncio.iscoroutine(result) else result

    return call


class Question:
    def __init__(self, name: str, check: object = None) -> None:
        self.name = name
        self._check = check

    async def ask(self, text: str) -> bool:
        return self._check is None or await self._check(text)


class Choice(Question):
    def __init__(self, name: str, check: Callable[[str], bool] | None = None) -> None:
        super().__init__(name, check)


async def is_known(text: str) -> bool:
    await asyncio.sleep(0)
    return bool(text)


async def show(text: str) -> None:
    await asyncio.sleep(0)
    print(text)


async def complain() -> None:
    await asyncio.sleep(0)


async def main() -> None:
    await visit("a", show, absent=complain)
    mail = Mail(show)
    mail.listen(show, "news")
    await mail.deliver("news")
    await Choice("place", is_known).ask("here")
