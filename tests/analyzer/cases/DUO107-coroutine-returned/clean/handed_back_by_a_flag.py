"""A flag chooses between awaiting a call and handing its coroutine back, for whoever asks for that."""

import asyncio


class Server:
    def __init__(self) -> None:
        self.jobs: asyncio.Queue[str] = asyncio.Queue()

    async def serve(self) -> None:
        while await self.jobs.get():
            await asyncio.sleep(0)

    async def run(self, no_wait=False):
        await asyncio.sleep(0)
        if no_wait is False:
            await self.serve()
        else:
            return self.serve()

    async def start(self, wait=True):
        if wait:
            await self.serve()
        return self.serve()

    async def begin(self, lazy=False):
        if lazy:
            return self.serve()
        return await self.serve()

    async def open(self, lazy=False):
        return self.serve() if lazy else await self.serve()


async def main() -> None:
    server = Server()
    await server.serve()
    await server.run()
    await server.start()
    await server.begin(lazy=False)
    await server.open()


async def apart() -> None:
    server = Server()
    serving = await server.run(no_wait=True)
    await serving
    await (await server.begin(lazy=True))


asyncio.run(main())
asyncio.run(apart())
