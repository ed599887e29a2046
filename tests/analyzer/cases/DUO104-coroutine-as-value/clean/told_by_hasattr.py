"""The code asks for a method, which it may get from a class that is not seen, in either color."""

import asyncio

from elsewhere import Remote


class Pages(Remote):
    pass


class Browser:
    async def scrape_later(self) -> tuple[str, str]:
        await asyncio.sleep(0)
        return "", ""


async def scraped(scraper: Pages | Browser) -> str:
    if hasattr(scraper, "scrape_later"):
        found = scraper.scrape_later()
        text, title = await found if asyncio.iscoroutine(found) else found
        return text + title
    return ""
