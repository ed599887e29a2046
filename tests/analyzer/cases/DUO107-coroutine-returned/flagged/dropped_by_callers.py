"""An async function returns a coroutine, and its callers drop, print or return what they await, and never await twice."""

import asyncio


async def load(name):
    await asyncio.sleep(0)
    return name


class Post:
    async def reply(self, text):
        await asyncio.sleep(0)
        return text


class Letter(Post):
    async def reply(self, text):
        return super().reply(text)  # expect: DUO107


async def first(name):
    return load(name)  # expect: DUO107


async def second(name):
    return await first(name)


async def main(shelf, letter: Letter):
    await letter.reply("Yes.")
    shelf.show(await letter.reply("No."))
    shelf.show(await second("atlas"))
