"""The base calls the method from one that isn't overridden, or somebody else calls it as a plain one."""

import asyncio


class BufferedFile:
    def flush(self) -> None:
        self._begin()

    def close(self) -> None:
        self._begin()

    def _begin(self):
        """Begin."""

    def _end(self):
        """End."""


class StreamedFile(BufferedFile):
    async def flush(self) -> None:  # expect: DUO601
        await self._begin()

    async def _begin(self):  # expect: DUO601
        await asyncio.sleep(0)

    async def _end(self):  # expect: DUO601
        await asyncio.sleep(0)


def use(file: BufferedFile) -> None:
    file.flush()
    file._end()
    file.close()
