"""Objects that take coroutines under plain names, and await them later."""

import asyncio


class Directory:
    async def get_nick(self, user):
        await asyncio.sleep(0)
        return user


class Lazy:
    def __init__(self, nick):
        self._nick = nick

    async def nick(self):
        return await self._nick


class Later:
    async def wait(self, what):
        return await what


async def lazy(directory, user):
    return Lazy(directory.get_nick(user))


async def later(directory, user, desk: Later):
    return await desk.wait(directory.get_nick(user))


async def greeting(directory, user):
    return f"Hello {await directory.get_nick(user)}"
