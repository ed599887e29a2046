"""The class made the client itself, or another method than the twin calls the same."""


class Client:
    def unlock(self, name: str) -> int:
        return len(name)


class Lock:
    def __init__(self, name: str) -> None:
        self._client = Client()
        self._name = name

    def __exit__(self, *details: object) -> None:
        self._client.unlock(self._name)

    async def __aexit__(self, *details: object) -> None:
        await self._client.unlock(self._name)  # expect: DUO121


class Door:
    def __init__(self, client: Client) -> None:
        self._client = client

    def open(self) -> None:
        self._client.unlock("door")

    async def aclose(self) -> None:
        await self._client.unlock("door")  # expect: DUO121
