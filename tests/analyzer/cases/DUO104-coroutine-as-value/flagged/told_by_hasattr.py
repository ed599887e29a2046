"""One of the classes has the method, and the code asks for it."""

import asyncio


class Pages:
    def __init__(self, link: str) -> None:
        self.link = link

    def scrape(self) -> tuple[str, str]:
        return self.link, ""


class Browser:
    def __init__(self, link: str) -> None:
        self.link = link

    async def scrape_later(self) -> tuple[str, str]:
        await asyncio.sleep(0)
        return self.link, ""


def chosen(kind: str):
    return {"pages": Pages, "browser": Browser}[kind]


async def scraped(kind: str, link: str) -> str:
    scraper = chosen(kind)(link)
    if hasattr(scraper, "scrape_later"):
        text, title = scraper.scrape_later()  # expect: DUO104
    else:
        text, title = scraper.scrape()
    return text + title
