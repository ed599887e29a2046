"""A call that may return leaves both branches to go on."""

import asyncio


class Page:
    async def title(self) -> str:
        await asyncio.sleep(0)
        return ""


class Text:
    def title(self) -> str:
        return ""


def complain(text: str) -> None:
    print(text)


async def shown(page: Page | Text) -> str:
    if isinstance(page, Page):
        complain("it has to be read")
        await asyncio.sleep(0)
        page = Text()
    return page.title().upper()


async def waited(page: Page) -> str:
    made = page.title()
    if not page:
        made.close()
        raise SystemExit
    return await made
