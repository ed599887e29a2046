"""Twins differ as the methods that they override do, and could not do otherwise."""


class Readable:
    async def get(self, key: str, prototype: type, limit: int = 0) -> bytes:
        raise NotImplementedError


class SyncReadable:
    def get_sync(self, key: str, prototype: type | None = None, limit: int = 0) -> bytes:
        raise NotImplementedError


class Memory(Readable, SyncReadable):
    def __init__(self) -> None:
        self.rows: dict[str, bytes] = {}

    async def get(self, key: str, prototype: type, limit: int = 0) -> bytes:
        row = self.rows[key]
        return row[:limit] if limit else row

    def get_sync(self, key: str, prototype: type | None = None, limit: int = 0) -> bytes:
        row = self.rows[key]
        return row[:limit] if limit else row
