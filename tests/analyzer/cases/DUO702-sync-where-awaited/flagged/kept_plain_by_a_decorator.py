"""A decorator gives what it is given, by its annotation and its body, so that a plain function stays plain."""

import asyncio
import functools
from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


class Answer:
    def __init__(self, text: str) -> None:
        self.text = text


def counted(function: F) -> F:
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        print("one more")
        return function(*args, **kwargs)

    return wrapper


class Room:
    @counted
    def _answer(self, text: str) -> Answer:
        return Answer(text)

    @classmethod
    def answer(cls, text: str, room: "Room") -> Answer:
        return room._answer(text)


class Desk:
    def __init__(self) -> None:
        self.handlers: dict[str, Callable[..., Any]] = {}
        self.handlers["answer"] = Room.answer  # expect: DUO702

    async def handle(self, kind: str, text: str, room: Room) -> Answer:
        await asyncio.sleep(0)
        return await self.handlers[kind](text, room)
