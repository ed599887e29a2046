"""A few ask for texts that are looked up once for each key, and many for what is looked up each time."""

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
        names[key] = key
    return requests.get(f"https://b.example/{key}").text


async def greet() -> str:
    await asyncio.sleep(0)
    first = text("en", "greet")  # expect: DUO302
    return first + name("greet")  # expect: DUO302


async def thank() -> str:
    await asyncio.sleep(0)
    first = text("en", "thank")  # expect: DUO302
    return first + name("thank")  # expect: DUO302


async def wait_for() -> str:
    await asyncio.sleep(0)
    first = text("en", "wait_for")  # expect: DUO302
    return first + name("wait_for")  # expect: DUO302


async def sell() -> str:
    await asyncio.sleep(0)
    first = text("en", "sell")  # expect: DUO302
    return first + name("sell")  # expect: DUO302


async def buy() -> str:
    await asyncio.sleep(0)
    first = text("en", "buy")  # expect: DUO302
    return first + name("buy")  # expect: DUO302


async def part() -> str:
    await asyncio.sleep(0)
    first = text("en", "part")  # expect: DUO302
    return first + name("part")  # expect: DUO302


async def ask() -> str:
    await asyncio.sleep(0)
    first = text("en", "ask")  # expect: DUO302
    return first + name("ask")  # expect: DUO302


async def answer() -> str:
    await asyncio.sleep(0)
    first = ""
    return first + name("answer")  # expect: DUO302
