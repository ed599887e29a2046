"""Sync clients of which nothing is known but their names: made, entered, or chosen beside an async twin."""

import asyncio

import cloudscraper
import yt_dlp
from curl_cffi.requests import AsyncSession, Session


async def page(url: str) -> str:
    await asyncio.sleep(0)
    scraper = cloudscraper.CloudScraper()
    return scraper.get(url).text  # expect: DUO301


async def song(url: str) -> str:
    await asyncio.sleep(0)
    with yt_dlp.YoutubeDL({"quiet": True}) as loader:
        return loader.extract_info(url)["title"]  # expect: DUO301


async def answer(url: str) -> str:
    async with AsyncSession() as session:
        await session.get(url)
    return Session().post(url).text  # expect: DUO301


async def main() -> None:
    await asyncio.gather(page("a"), song("b"), answer("c"))
