"""Only `flush` of the base calls the method, and the async class has a `flush` of its own."""

import asyncio


class BufferedFile:
    def flush(self, force=False) -> None:
        self._begin()
        if self._send(final=force) is not False:
            print("sent")

    def _begin(self):
        """Begin."""

    def _send(self, final=False):
        """Send a part."""

    def _size(self) -> int:
        return 1

    def size(self) -> int:
        return self._size()


class AsyncStreamedFile(BufferedFile):
    async def flush(self, force=False) -> None:
        await self._begin()
        if await self._send(final=force) is not False:
            print("sent")

    async def _begin(self):
        await asyncio.sleep(0)

    async def _send(self, final=False):
        await asyncio.sleep(0)
        return final

    async def _size(self) -> int:
        await asyncio.sleep(0)
        return 2

    async def size(self) -> int:
        return await self._size()
