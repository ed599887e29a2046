"""`await` binds to the wrong expression: what is awaited is an attribute of the coroutine."""

import asyncio


class Page:
    async def body(self) -> str:
        await asyncio.sleep(0)
        return ""


class Browser:
    async def open(self, url: str) -> Page:
        await asyncio.sleep(0)
        return Page()

    async def links(self) -> list[str]:
        await asyncio.sleep(0)
        return []


async def read(browser: Browser, url: str) -> str:
    return await browser.open(url).body()  # expect: DUO104


async def first_link(browser: Browser) -> str:
    return await browser.links()[0]  # expect: DUO104
