"""Many ask for what is kept under keys once it is there, got and tested: behind a lock, in turns, or as it stands."""

import asyncio
import threading

import requests

texts: dict[str, str] = {}
names: dict[str, str] = {}
prices: dict[str, str] = {}
awaited: dict[str, threading.Event] = {}
lock = threading.Lock()


def text(key: str) -> str:
    while True:
        with lock:
            found = texts.get(key)
            if found is not None:
                return found
            ready = awaited.get(key)
            if ready is None:
                awaited[key] = threading.Event()
                break
        ready.wait(60)
    found = requests.get(f"https://a.example/{key}").text
    with lock:
        texts[key] = found
        awaited.pop(key).set()
    return found


def name(key: str) -> str:
    with lock:
        if found := names.get(key):
            return found
        names[key] = requests.get(f"https://b.example/{key}").text
        return names[key]


def price(key: str) -> str:
    found = prices.get(key)
    if not found:
        found = requests.get(f"https://c.example/{key}").text
        prices[key] = found
    return found


async def greet() -> str:
    await asyncio.sleep(0)
    first = text("greet")  # expect: DUO302
    second = name("greet")  # expect: DUO302
    return first + second + price("greet")  # expect: DUO302


async def thank() -> str:
    await asyncio.sleep(0)
    first = text("thank")
    second = name("thank")
    return first + second + price("thank")


async def wait_for() -> str:
    await asyncio.sleep(0)
    first = text("wait_for")
    second = name("wait_for")
    return first + second + price("wait_for")


async def sell() -> str:
    await asyncio.sleep(0)
    first = text("sell")
    second = name("sell")
    return first + second + price("sell")


async def buy() -> str:
    await asyncio.sleep(0)
    first = text("buy")
    second = name("buy")
    return first + second + price("buy")


async def part() -> str:
    await asyncio.sleep(0)
    first = text("part")
    second = name("part")
    return first + second + price("part")


async def ask() -> str:
    await asyncio.sleep(0)
    first = text("ask")
    second = name("ask")
    return first + second + price("ask")


async def answer() -> str:
    await asyncio.sleep(0)
    first = text("answer")
    second = name("answer")
    return first + second + price("answer")
