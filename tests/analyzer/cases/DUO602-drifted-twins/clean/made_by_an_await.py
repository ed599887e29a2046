"""An async class has a method that makes its objects, since a constructor can't await; the plain one needs none."""


class Client:
    def __init__(self, connection) -> None:
        self.connection = connection

    def get(self, key: str) -> str:
        return self.connection.get(key)

    def put(self, key: str) -> str:
        return self.connection.put(key)

    def count(self) -> int:
        return self.connection.count()


class AsyncClient:
    connection = None

    @classmethod
    async def create(cls, connect) -> "AsyncClient":
        made = cls()
        made.connection = await connect()
        return made

    async def get(self, key: str) -> str:
        return await self.connection.get(key)

    async def put(self, key: str) -> str:
        return await self.connection.put(key)

    async def count(self) -> int:
        return await self.connection.count()
