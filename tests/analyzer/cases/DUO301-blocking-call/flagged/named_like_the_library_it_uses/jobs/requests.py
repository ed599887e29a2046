"""The same in a folder without an `__init__`."""

import asyncio

import requests


async def fetch():
    await asyncio.sleep(1)
    return requests.get("https://a.example").text  # expect: DUO301
