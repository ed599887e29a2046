"""The class below changes the color of methods, but of none that the awaited ones hand on."""

import asyncio


class Line:
    def send(self, data: bytes) -> int:
        return len(data)

    def receive(self) -> bytes:
        return b"hello"

    def close(self) -> bool:
        return True

    def send_text(self, text: str) -> int:
        return self.send(text.encode())

    def count(self) -> int:
        return len(self.close.__name__)

    def hang_up(self) -> bool:
        is_closed = self.close()
        return is_closed


class LoudLine(Line):
    def send(self, data: bytes) -> int:
        return len(data.upper())

    async def receive(self) -> bytes:  # expect: DUO601
        await asyncio.sleep(1)
        return b"hello"


async def talk():
    line = LoudLine()
    print(await line.send_text("hello"))  # expect: DUO121
    print(await line.count())  # expect: DUO121
    print(await line.hang_up())  # expect: DUO121
