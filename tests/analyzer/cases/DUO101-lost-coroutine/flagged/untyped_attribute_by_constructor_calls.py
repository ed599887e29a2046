"""`self.x = x` without a type, and every construction in the project passes the same class."""

import asyncio


class TokenBucket:
    async def acquire(self, tokens=1):
        await asyncio.sleep(tokens / 10)


class FileLock:
    def acquire(self, tokens=1):
        return True


class Crawler:
    def __init__(self, limiter):
        self.limiter = limiter

    async def fetch(self, url):
        # Only the constructions below say what `limiter` is, so this may be shown as a possibility alone.
        self.limiter.acquire()  # may: DUO101
        await asyncio.sleep(0)
        return url


async def crawl(urls):
    crawler = Crawler(TokenBucket())
    return [await crawler.fetch(url) for url in urls]
