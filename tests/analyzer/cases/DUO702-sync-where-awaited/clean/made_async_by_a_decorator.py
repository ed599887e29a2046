"""The annotations of a decorator, and of those who call what it made, don't say that all of them give a coroutine."""

import asyncio
import functools
from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


class Answer:
    def __init__(self, text: str) -> None:
        self.text = text


def locked(function: F) -> F:
    @functools.wraps(function)
    async def wrapper(self: "Room", *args, **kwargs):
        async with self.lock:
            return function(self, *args, **kwargs)

    return wrapper


class Room:
    def __init__(self) -> None:
        self.lock = asyncio.Lock()

    @locked
    def _answer(self, text: str) -> Answer:
        return Answer(text)

    @classmethod
    def answer(cls, text: str, room: "Room") -> Answer:
        return room._answer(text)


class Desk:
    def __init__(self) -> None:
        self.handlers: dict[str, Callable[..., Any]] = {}
        self.handlers["answer"] = Room.answer

    async def handle(self, kind: str, text: str, room: Room) -> Answer:
        return await self.handlers[kind](text, room)
