"""Many ask for texts and names that are looked up once for each key: one place tells it of each helper."""

import asyncio

import requests

texts: dict[str, dict[str, str]] = {}
names: dict[str, str] = {}


def text(language: str, key: str) -> str:
    try:
        return texts[language][key]
    except KeyError:
        found = requests.get(f"https://a.example/{language}/{key}").text
        texts[language][key] = found
        return found


def name(key: str) -> str:
    if key not in names:
        names[key] = requests.get(f"https://b.example/{key}").text
    return names[key]


async def greet() -> str:
    await asyncio.sleep(0)
    first = text("en", "greet")  # expect: DUO302
    return first + name("greet")  # expect: DUO302


async def thank() -> str:
    await asyncio.sleep(0)
    first = text("en", "thank")
    return first + name("thank")


async def wait_for() -> str:
    await asyncio.sleep(0)
    first = text("en", "wait_for")
    return first + name("wait_for")


async def sell() -> str:
    await asyncio.sleep(0)
    first = text("en", "sell")
    return first + name("sell")


async def buy() -> str:
    await asyncio.sleep(0)
    first = text("en", "buy")
    return first + name("buy")


async def part() -> str:
    await asyncio.sleep(0)
    first = text("en", "part")
    return first + name("part")


async def ask() -> str:
    await asyncio.sleep(0)
    first = text("en", "ask")
    return first + name("ask")


async def answer() -> str:
    await asyncio.sleep(0)
    first = text("en", "answer")
    return first + name("answer")
