"""An async class takes in a coroutine what the plain one takes in its constructor, which can't await."""

from radio import Receiver


class Channel:
    def __init__(self, address: str, options: dict[str, str] | None = None) -> None:
        self.closed = False
        self._rest = ""
        self._receiver = None
        found = Receiver.find(address, **(options or {}))
        if found is not None:
            self._receiver = found.opened()

    def read(self) -> str:
        if self._receiver is None:
            return self._rest
        return self._receiver.read()


class AsyncChannel:
    def __init__(self) -> None:
        self.closed = False
        self._rest = ""
        self._receiver = None

    async def start(self, address: str, options: dict[str, str] | None = None) -> None:
        found = await Receiver.find_async(address, **(options or {}))
        if found is not None:
            self._receiver = found.opened()

    async def read(self) -> str:
        if self._receiver is None:
            return self._rest
        return await self._receiver.read()
