"""A function makes an object of the class that it is given, or of another where it is given none."""

import asyncio


class Ferry:
    async def depart(self) -> None:
        await asyncio.sleep(0)


class Barge:
    async def depart(self) -> None:
        await asyncio.sleep(0)


class Raft:
    def depart(self) -> None:
        pass


def made(kind, *args):
    return kind(*args)


def built(kind=None, **options):
    if not kind:
        kind = Ferry
    options.update(name="")
    return kind(**options)


async def sail() -> None:
    made(Ferry).depart()  # expect: DUO101
    made(Barge, 1).depart()  # expect: DUO101
    built(kind=Ferry).depart()  # expect: DUO101
    made(Raft).depart()
