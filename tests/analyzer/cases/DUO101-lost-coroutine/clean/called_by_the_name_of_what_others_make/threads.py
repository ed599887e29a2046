"""What a bot has."""

import asyncio


class Threads:
    async def find(self, user):
        await asyncio.sleep(0)
        return user

    async def create(self, user):
        await asyncio.sleep(0)
        return user
