"""Nothing is known of the object, but only async methods have the name, and others await it for what they pass on."""

import asyncio


class Directory:
    async def get_nick(self, user):
        await asyncio.sleep(0)
        return user


async def described(directory, user, page):
    model = {"name": user}
    model["nick"] = directory.get_nick(user)  # expect: DUO104
    page.write(model)


async def shown(directory, user, page):
    nick = directory.get_nick(user)  # expect: DUO104
    page.write(nick)


async def greeting(directory, user):
    return f"Hello {await directory.get_nick(user)}"
