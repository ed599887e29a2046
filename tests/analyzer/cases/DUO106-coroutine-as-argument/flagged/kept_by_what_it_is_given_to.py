"""An object keeps what it is given and awaits nothing of it, where everybody else gives it what awaiting brings."""

import asyncio


class Reply:
    def __init__(self, content, status=200):
        self.content = content
        self.status = status


class Archive:
    async def find_page(self, number: int):
        await asyncio.sleep(0)
        return object()


async def show(archive: Archive) -> Reply:
    return Reply(content=await archive.find_page(1))


async def show_next(archive: Archive) -> Reply:
    page = await archive.find_page(2)
    return Reply(page)


async def show_last(archive: Archive) -> Reply:
    return Reply(content=archive.find_page(3), status=201)  # expect: DUO106
