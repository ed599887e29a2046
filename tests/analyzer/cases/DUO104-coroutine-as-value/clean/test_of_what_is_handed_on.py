"""A plain function hands on an awaitable: it is known again by `is`, and a test that replaces its maker gets no other."""

import asyncio
from collections.abc import Awaitable
from unittest.mock import Mock


class Outbox:
    def __init__(self) -> None:
        self.waiting: asyncio.Future[int] = asyncio.Future()

    def put(self, text: str) -> Awaitable[int]:
        print(text)
        return self.waiting


class Letter:
    def __init__(self, outbox: Outbox) -> None:
        self.outbox = outbox

    def attach(self, text: str) -> Awaitable[int]:
        return self.outbox.put(text)


def test_attach_hands_on(letter: Letter, outbox: Outbox) -> None:
    outbox.put = Mock(return_value=3)
    result = letter.attach("a")
    assert result == 3


async def is_same(letter: Letter, outbox: Outbox) -> bool:
    result = letter.attach("a")
    await asyncio.sleep(0)
    return result is outbox.waiting
