"""A coroutine is joined to others, and nobody takes them."""

import asyncio


class Tracer:
    async def traced(self, coro):
        await asyncio.sleep(0)
        return await coro

    def first(self, args):
        wrapped = self.traced(args[0])  # expect: DUO102
        given = (wrapped,) + args[1:]
