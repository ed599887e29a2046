"""Well-known sync clients, by name alone, and the standard library's prompt while something else goes on."""

import asyncio

import requests


async def weather(city: str) -> dict[str, str]:
    await asyncio.sleep(0)
    response = requests.get("https://example.org/" + city, timeout=3)  # may: DUO301
    return response.json()


async def confirm() -> bool:
    await asyncio.sleep(0)
    return input("Really? ") == "y"  # expect: DUO301


async def main() -> None:
    await asyncio.gather(weather("Bern"), confirm())
