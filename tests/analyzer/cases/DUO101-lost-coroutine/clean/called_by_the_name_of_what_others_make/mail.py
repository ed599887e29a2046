"""What has the same name may be another object: it has methods that this one lacks, or nothing tells."""


class Mail:
    def __init__(self, bot):
        self.bot = bot

    async def contact(self, user):
        self.bot.threads.start()
        if not await self.bot.threads.find(user):
            self.bot.threads.create(user)
