"""The twins have the same parameters, and one of the bodies has a check that the other lacks."""


class Store:
    def __init__(self, backend) -> None:
        self.backend = backend
        self.closed = False

    def save(self, key: str, value: str) -> None:  # either: DUO602
        if self.closed:
            raise RuntimeError("closed")
        if not key:
            raise ValueError("empty key")
        self.backend.write(key, value)


class AsyncStore:
    def __init__(self, backend) -> None:
        self.backend = backend
        self.closed = False

    async def save(self, key: str, value: str) -> None:  # either: DUO602
        if self.closed:
            raise RuntimeError("closed")
        await self.backend.write(key, value)
