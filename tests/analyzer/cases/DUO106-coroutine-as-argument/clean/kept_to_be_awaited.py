"""An object keeps what it is given to await it later, itself or through the loop."""

import asyncio


class Later:
    def __init__(self, work):
        self.work = work

    async def run(self):
        return await asyncio.wait_for(self.work, 1)


class Aside:
    def __init__(self, errand):
        self.errand = errand

    def begin(self):
        return asyncio.ensure_future(self.errand)


class Archive:
    async def find_page(self, number: int):
        await asyncio.sleep(0)
        return object()


async def show(archive: Archive) -> None:
    print(await archive.find_page(1), await archive.find_page(2), await archive.find_page(3))
    print(await Later(archive.find_page(4)).run())
    await Aside(errand=archive.find_page(5)).begin()
