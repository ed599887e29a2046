"""A check for None is missing where it may be None as well, or where it is for more than None."""

from radio import AsyncWire, Wire


class Handle:
    def __init__(self, wire: Wire) -> None:
        self._wire: Wire | None = wire
        self.sent = 0

    def send(self, text: str) -> None:
        if not text:
            raise ValueError("nothing to send")
        if self._wire is None:
            raise ConnectionError("no wire")
        self._wire.send(text)
        self.sent += 1

    def close(self) -> None:
        self._wire = None


class AsyncHandle:
    def __init__(self, wire: AsyncWire) -> None:
        self._wire = wire
        self.sent = 0

    async def send(self, text: str) -> None:  # expect: DUO602
        if not text:
            raise ValueError("nothing to send")
        await self._wire.send(text)
        self.sent += 1

    async def close(self) -> None:
        self._wire = self.last = None


def post(wire: Wire, text: str | None) -> int:
    if not text:
        raise ValueError("nothing to send")
    text = text.strip()
    wire.send(text)
    return len(text)


async def post_async(wire: AsyncWire, text: str) -> int:  # expect: DUO602
    text = text.strip()
    await wire.send(text)
    return len(text)


def check(wire: Wire, text: str) -> int:
    if text is None:
        raise ValueError("nothing to check")
    text = text.strip()
    wire.send(text)
    return len(text)


async def check_async(wire: AsyncWire, text: str) -> int:  # expect: DUO602
    text = text.strip()
    await wire.send(text)
    return len(text)
