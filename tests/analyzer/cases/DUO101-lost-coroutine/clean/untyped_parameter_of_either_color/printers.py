"""A parameter has no type, and one of the definitions of the method's name is sync."""

import asyncio


class LocalPrinter:
    def print_page(self, page):
        print(page)


class RemotePrinter:
    async def print_page(self, page):
        await asyncio.sleep(0)
