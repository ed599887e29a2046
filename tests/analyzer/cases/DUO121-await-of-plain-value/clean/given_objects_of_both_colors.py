"""A lock is left in the color of its block, and was given a client of the same color; the annotation names one."""


class Client:
    def unlock(self, name: str) -> int:
        return len(name)


class Lock:
    def __init__(self, client: Client, name: str) -> None:
        self._client = client
        self._name = name

    def __enter__(self) -> "Lock":
        return self

    def __exit__(self, *details: object) -> None:
        self._client.unlock(self._name)

    async def __aenter__(self) -> "Lock":
        return self

    async def __aexit__(self, *details: object) -> None:
        await self._client.unlock(self._name)
