"""The method is given to a function that awaits what it gives, as the base promises, and a subclass breaks that."""

import asyncio


async def repeated(step) -> None:
    for _ in range(3):
        await step()


class Process:
    async def begin(self) -> None:
        await repeated(self.work)

    async def work(self) -> None:
        await asyncio.sleep(0)


class Greeting(Process):
    def work(self) -> None:  # expect: DUO601
        print("hello")
