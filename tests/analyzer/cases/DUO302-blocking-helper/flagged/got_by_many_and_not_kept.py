"""Many ask for what is got by key and looked up again: once it is old, or in turns that may end before the look."""

import asyncio
import time

import requests

texts: dict[str, tuple[float, str]] = {}
names: dict[str, str] = {}
prices: dict[str, str] = {}


def text(key: str) -> str:
    found = texts.get(key)
    if found is not None and found[0] > time.monotonic():
        return found[1]
    texts[key] = time.monotonic(), requests.get(f"https://a.example/{key}").text
    return texts[key][1]


def name(key: str, asked: list[str]) -> str:
    while True:
        if key in asked:
            break
        found = names.get(key)
        if found is not None:
            return found
        asked.append(key)
    names[key] = requests.get(f"https://b.example/{key}").text
    return names[key]


def price(key: str) -> str:
    found = prices.get(key)
    if found is not None:
        return found
    return requests.get(f"https://c.example/{key}").text


async def greet() -> str:
    await asyncio.sleep(0)
    first = text("greet")  # expect: DUO302
    second = name("greet", [])  # expect: DUO302
    return first + second + price("greet")  # expect: DUO302


async def thank() -> str:
    await asyncio.sleep(0)
    first = text("thank")  # expect: DUO302
    second = name("thank", [])  # expect: DUO302
    return first + second + price("thank")  # expect: DUO302


async def wait_for() -> str:
    await asyncio.sleep(0)
    first = text("wait_for")  # expect: DUO302
    second = name("wait_for", [])  # expect: DUO302
    return first + second + price("wait_for")  # expect: DUO302


async def sell() -> str:
    await asyncio.sleep(0)
    first = text("sell")  # expect: DUO302
    second = name("sell", [])  # expect: DUO302
    return first + second + price("sell")  # expect: DUO302


async def buy() -> str:
    await asyncio.sleep(0)
    first = text("buy")  # expect: DUO302
    second = name("buy", [])  # expect: DUO302
    return first + second + price("buy")  # expect: DUO302


async def part() -> str:
    await asyncio.sleep(0)
    first = text("part")  # expect: DUO302
    second = name("part", [])  # expect: DUO302
    return first + second + price("part")  # expect: DUO302


async def ask() -> str:
    await asyncio.sleep(0)
    first = text("ask")  # expect: DUO302
    second = name("ask", [])  # expect: DUO302
    return first + second + price("ask")  # expect: DUO302


async def answer() -> str:
    await asyncio.sleep(0)
    first = text("answer")  # expect: DUO302
    second = name("answer", [])  # expect: DUO302
    return first + second + price("answer")  # expect: DUO302
