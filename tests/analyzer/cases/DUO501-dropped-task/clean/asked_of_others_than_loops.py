"""Groups hold their tasks, and so does whoever keeps one; what is asked for no coroutine may do anything."""


class Feed:
    def __init__(self, bot) -> None:
        self.bot = bot
        self.task = self.bot.loop.create_task(self.follow())
        self.bot.loop.create_task("follow")

    async def follow(self) -> None:
        await self.bot.wait_until_ready()

    async def start(self, group) -> None:
        group.create_task(self.follow())
        self.bot.tasks.create_task(self.follow())
        await self.bot.loop.create_task(self.follow())
