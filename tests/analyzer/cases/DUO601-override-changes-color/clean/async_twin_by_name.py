"""A class that says by its name that it is the async one of two."""

import asyncio


class Checkpoints:
    def rename(self, old: str, new: str) -> str:
        return f"{old} {new}"


class AsyncCheckpoints(Checkpoints):
    async def rename(self, old: str, new: str) -> str:
        await asyncio.sleep(0)
        return f"{old} {new}"


class BaseSyncStore:
    def save(self) -> bool:
        return True


class BaseAsyncStore(BaseSyncStore):
    async def save(self) -> bool:
        await asyncio.sleep(0)
        return True


class Requests:
    def get(self, path: str) -> str:
        return path


class Client(Requests):
    def get(self, path: str) -> str:
        return super().get(path) + "?"


class AsyncClient(Requests):
    async def get(self, path: str) -> str:
        await asyncio.sleep(0)
        return path


class Search:
    class Batch:
        def add(self, row: str) -> int:
            return len(row)


class AsyncSearch(Search):
    class Batch(Search.Batch):
        async def add(self, row: str) -> int:
            await asyncio.sleep(0)
            return len(row)


class BufferedFile:
    def read(self) -> bytes:
        return b""

    def close(self) -> None:
        print("closed")


class AsyncStreamedFile(BufferedFile):
    """Another kind of file, and async by its name."""

    async def read(self) -> bytes:
        await asyncio.sleep(0)
        return b""

    async def close(self) -> None:
        await asyncio.sleep(0)
