"""What a mixin comes before may be plain: in another package, or in a class of the project."""

import asyncio

from package_of_others import Runner


class Client:
    async def login(self, token: str) -> None:
        await asyncio.sleep(0)

    async def stop(self) -> None:
        await asyncio.sleep(0)


class PlainClient:
    def login(self, token: str) -> None:
        print(token)


class BotMixin:
    async def login(self, token: str) -> None:
        super().login(token=token)
        await asyncio.sleep(0)


class Bot(BotMixin, PlainClient):
    pass


class AsyncRunner(Runner):
    async def stop(self) -> None:
        super().stop()
        await asyncio.sleep(0)
