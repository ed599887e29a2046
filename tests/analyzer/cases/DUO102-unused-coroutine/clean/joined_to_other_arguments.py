"""A coroutine is put among other arguments by joining containers, and handed on with them."""

import asyncio


class Tracer:
    async def traced(self, coro):
        await asyncio.sleep(0)
        return await coro

    def first(self, method, args, kwargs):
        wrapped = self.traced(args[0])
        given = (wrapped,) + args[1:]
        return method(*given, **kwargs)

    def last(self, method, args: list, kwargs):
        wrapped = self.traced(args[-1])
        return method(*(args[:-1] + [wrapped]), **kwargs)

    def copied(self, method, args):
        wrapped = self.traced(args[0])
        given = list(args[1:]) + [wrapped]
        return method(given)

    def twice(self, method, args):
        wrapped = self.traced(args[0])
        return method((wrapped,) * 2)

    async def together(self, one, other):
        first = self.traced(one)
        second = self.traced(other)
        waiting = (first,) + (second,)
        await asyncio.gather(*waiting)
