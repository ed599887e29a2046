"""Methods of a plain base give what others of their object do, which the class below has give futures."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable


class Line:
    def send(self, data: bytes) -> int | None:
        return len(data)

    def receive(self) -> bytes:
        return b"hello"

    def send_text(self, text: str) -> int | None:
        return self.send(text.encode())

    def send_twice(self, text: str) -> int | None:
        return self.send_text(text * 2)

    def send_some(self, text: str) -> int | None:
        sent = self.send(text.encode())
        return sent

    def receive_text(self) -> str:
        data = self.receive()
        return self._decode(data, bytes.decode)

    def _decode(self, data, decode):
        return decode(data)


class AsyncLine(Line):
    def send(self, data: bytes) -> Awaitable[int | None]:
        sent = asyncio.get_running_loop().create_future()
        sent.set_result(len(data))
        return sent

    def receive(self) -> Awaitable[bytes]:
        received = asyncio.get_running_loop().create_future()
        received.set_result(b"hello")
        return received

    def _decode(self, data, decode):
        async def decoded():
            return decode(await data)

        return asyncio.ensure_future(decoded())


async def talk():
    line = AsyncLine()
    print(await line.send_text("hello"))
    print(await line.send_twice("hello"))
    print(await line.send_some("hello"))
    print(await line.receive_text())
