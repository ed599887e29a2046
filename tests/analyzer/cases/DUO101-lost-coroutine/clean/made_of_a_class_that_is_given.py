"""The class that is given has a plain method, or stands for a function that begins what it makes."""

import asyncio


class Ferry:
    async def depart(self) -> None:
        await asyncio.sleep(0)


class Raft:
    def depart(self) -> None:
        pass


def made(kind, *args):
    return kind(*args)


def registered(kind):
    return kind


def begun(kind):
    return asyncio.ensure_future(kind().depart())


async def sail() -> None:
    made(Raft).depart()
    registered(Raft)().depart()
    await begun(Ferry)
    await made(Ferry).depart()
    await registered(Ferry)().depart()
