"""A bot of unknown class is asked for what only one class makes under that name, and has its methods."""


class Mail:
    def __init__(self, bot):
        self.bot = bot

    async def contact(self, user):
        if not await self.bot.threads.find(user):
            self.bot.threads.create(user)  # expect: DUO101
