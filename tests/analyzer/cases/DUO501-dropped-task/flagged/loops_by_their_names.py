"""What is called a loop, and is of a library that can't be read, makes tasks as those of asyncio do."""

from kitchen_bots import Plugin


class Feed(Plugin):
    def __init__(self, bot) -> None:
        self.bot = bot
        self.bot.loop.create_task(self.follow())  # expect: DUO501

    async def follow(self) -> None:
        await self.bot.wait_until_ready()

    async def restart(self, loop) -> None:
        loop.create_task(self.follow())  # expect: DUO501
