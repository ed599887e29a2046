"""A plain function passes a coroutine on; one caller keeps it, and another awaits it through a name of its own."""

import asyncio


async def fetch(name):
    await asyncio.sleep(0)
    return {"name": name}


def request(name):
    return fetch(name)


def deferred(name):
    return fetch(name)


def chosen(name):
    return fetch(name)


async def both():
    waiting = [request("a"), request("b")]
    return await asyncio.gather(*waiting)


async def later():
    pending = deferred("a")
    second = deferred("b")
    asyncio.get_running_loop().call_soon(print, "started")
    return [await pending, await second]


class Sender:
    def __init__(self, send):
        self.send = send

    async def run(self):
        return await self.send("a")


async def through_a_value():
    sender = Sender(chosen)
    return await sender.run()
