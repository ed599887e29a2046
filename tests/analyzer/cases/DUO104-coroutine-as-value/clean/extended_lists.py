"""Lists of coroutines are extended by others, and gathered in the end, by whoever has them."""

import asyncio


class Node:
    def __init__(self):
        self.waiting = []

    async def save(self, value):
        await asyncio.sleep(0)
        return value

    async def save_now(self, value):
        return await self.save(value)

    async def save_once(self, value):
        print(await self.save(value))

    def prepare(self, values):
        self.waiting.extend([self.save(value) for value in values])

    async def finish(self, values):
        self.waiting.extend([self.save(value) for value in values])
        await asyncio.gather(*self.waiting)


async def save_all(node: Node, values, more):
    begun = [node.save(value) for value in values]
    if more:
        begun.extend([node.save(value) for value in more])
        try:
            await node.save_now(0)
        except ValueError:
            for one in begun:
                one.close()
            raise
    await asyncio.gather(*begun)
