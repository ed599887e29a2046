"""What something is looked up by gives a text where there is none, which has such a method itself."""

import asyncio


class Page:
    async def title(self) -> str:
        await asyncio.sleep(0)
        return ""


class Pages:
    def __init__(self, pages) -> None:
        self.pages = pages

    def page(self, key):
        return self.pages[key] if key in self.pages else "nothing"

    async def first(self) -> str:
        return await Page().title()

    async def shown(self) -> None:
        await asyncio.sleep(0)
        self.page("first").title()
