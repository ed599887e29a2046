"""The manager's color is inherited, from another file."""

import asyncio


class Connection:
    async def __aenter__(self):
        await asyncio.sleep(0)
        return self

    async def __aexit__(self, *details):
        await asyncio.sleep(0)


class Client(Connection):
    def get(self, url: str) -> str:
        return url


def connect(url: str) -> Client:
    return Client()
