"""Implementations that never suspend."""

from drivers import Driver, copy


class MemoryDriver(Driver):
    def __init__(self, data: bytes) -> None:
        self.data = data

    async def open(self) -> None:
        self.position = 0

    async def read(self) -> bytes:
        return self.data

    async def flush(self) -> None:
        self.position = len(self.data)


class NamedDriver(MemoryDriver):
    async def read(self) -> bytes:
        return b"name"

    async def seek(self, position: int) -> None:
        self.position = position


class ListSink:
    """Stands for the protocol without naming it."""

    def __init__(self) -> None:
        self.chunks: list[bytes] = []

    async def write(self, data: bytes) -> int:
        self.chunks.append(data)
        return len(data)


async def main() -> int:
    return await copy(NamedDriver(b""), ListSink())
