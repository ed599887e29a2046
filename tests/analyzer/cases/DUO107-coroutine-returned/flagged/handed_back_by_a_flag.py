"""A flag has a coroutine handed back to callers that drop it, or the branch that awaits does more than the other one."""

import asyncio


class Server:
    def __init__(self) -> None:
        self.jobs: asyncio.Queue[str] = asyncio.Queue()
        self.known: dict[str, str] = {}

    async def serve(self) -> None:
        while await self.jobs.get():
            await asyncio.sleep(0)

    async def run(self, no_wait=False):
        if no_wait:
            return self.serve()  # expect: DUO107
        await self.serve()

    async def load(self, name: str) -> str:
        await asyncio.sleep(0)
        return name

    async def find(self, name: str, is_kept=True):
        if is_kept:
            if name not in self.known:
                self.known[name] = await self.load(name)
            return self.known[name]
        return self.load(name)  # expect: DUO107


async def main() -> None:
    server = Server()
    await server.run(no_wait=True)
    print(await server.load("a"))
    print(len(await server.find("a")))


asyncio.run(main())
