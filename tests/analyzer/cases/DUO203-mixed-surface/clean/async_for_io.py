"""What talks to the network is async, what touches memory is plain: a reason for both."""

import asyncio


class Client:
    def __init__(self, host: str) -> None:
        self.host = host
        self.headers: dict[str, str] = {}

    def set_header(self, name: str, value: str) -> None:
        self.headers[name] = value

    def url(self, path: str) -> str:
        return f"http://{self.host}/{path}"

    async def connect(self) -> None:
        self.reader, self.writer = await asyncio.open_connection(self.host, 80)

    async def get(self, path: str) -> bytes:
        self.writer.write(self.url(path).encode())
        await self.writer.drain()
        return await self.reader.read()

    @property
    def is_connected(self) -> bool:
        return hasattr(self, "writer")
