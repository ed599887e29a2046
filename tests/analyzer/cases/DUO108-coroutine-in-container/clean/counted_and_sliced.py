"""What is asked is about the container: its length, its order, its emptiness, its names."""

import asyncio
import itertools


async def visit(url: str) -> str:
    await asyncio.sleep(0)
    return url


async def crawl(urls: list[str]) -> list[str]:
    pending = {url: visit(url) for url in urls}
    print(len(pending), "pages", sorted(pending), list(pending.keys()))
    if not pending or "http://localhost" in pending:
        print("local")
    for number, (url, work) in enumerate(pending.items()):
        print(number, url.upper())
        await work
    batch = [visit(url) for url in urls]
    batch.reverse()
    if len(batch) > 3:
        print("large")
    return list(await asyncio.gather(*itertools.chain(batch, [visit("end")])))
