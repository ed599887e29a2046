"""What a test has told of an attribute holds until it is set anew: it is of the class that was asked for."""

import asyncio
from abc import ABC, abstractmethod


class History:
    def __init__(self) -> None:
        self.rows: list[str] = []


class Shrinking(History, ABC):
    @abstractmethod
    async def shrink(self) -> History: ...


class Zipped(Shrinking):
    async def shrink(self) -> History:
        await asyncio.sleep(0)
        return History()


class Chat:
    def __init__(self, history: History) -> None:
        self.history = history

    async def shrunk(self) -> History | None:
        if not isinstance(self.history, Shrinking):
            return None
        return self.history.shrink()  # expect: DUO107

    async def shrink_all(self, chats: "list[Chat]") -> None:
        for chat in chats:
            if not isinstance(chat.history, Shrinking):
                continue
            chat.history.shrink()  # expect: DUO101

    async def rows(self) -> list[str]:
        assert isinstance(self.history, Shrinking)
        small = self.history.shrink()  # expect: DUO104
        return small.rows
