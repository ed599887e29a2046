"""Decorators make managers, streams and requests of async functions, which are entered and iterated over."""

import asyncio
import contextlib

import requesting


class Server:
    @contextlib.asynccontextmanager
    async def started(self):
        yield self

    @requesting.entered
    async def request(self):
        await asyncio.sleep(0)

    async def rows(self):
        yield 1


async def served(server: Server, client: requesting.Client) -> None:
    async with server.started(), server.request(), client.get("/"):
        async for row in server.rows():
            print(row)


class Model:
    async def tokens(self, text: str):
        """Give the words of an answer."""
        raise NotImplementedError


class Echo(Model):
    async def tokens(self, text: str):
        for word in text.split():
            yield word


async def answered(model: Model) -> None:
    async for word in model.tokens("hello"):
        print(word)
