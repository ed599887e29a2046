"""Only one of two twins asks for None, since only there it may be None."""

from radio import AsyncWire, Wire


class Handle:
    def __init__(self, wire: Wire, label: str | None) -> None:
        self._wire: Wire | None = wire
        self.label = label
        self.sent = 0

    def send(self, text: str) -> None:
        if not text:
            raise ValueError("nothing to send")
        if self._wire is None:
            raise ConnectionError("no wire")
        self._wire.send(text)
        self.sent += 1

    def receive(self, size: int) -> bytes:
        if size < 0:
            raise ValueError(size)
        if not self._wire:
            raise ConnectionError("no wire")
        self.sent -= 1
        return self._wire.receive(size)

    def close(self) -> None:
        self._wire = None


class AsyncHandle:
    def __init__(self, wire: AsyncWire, label: str | None) -> None:
        self._wire = wire
        self.label = label
        self.sent = 0

    async def send(self, text: str) -> None:
        if not text:
            raise ValueError("nothing to send")
        await self._wire.send(text)
        self.sent += 1

    async def receive(self, size: int) -> bytes:
        if size < 0:
            raise ValueError(size)
        self.sent -= 1
        return await self._wire.receive(size)

    async def close(self) -> None:
        await self._wire.close()


def post(wire: Wire | None, text: str) -> int:
    if wire is None:
        raise ConnectionError("no wire")
    text = text.strip()
    wire.send(text)
    return len(text)


async def post_async(wire: AsyncWire, text: str) -> int:
    text = text.strip()
    await wire.send(text)
    return len(text)
