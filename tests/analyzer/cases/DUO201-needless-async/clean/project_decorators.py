"""Decorators of the project take coroutine functions: by a registry, or by a wrapper that awaits."""

import asyncio
import functools

TOOLS = {}


def tool(name):
    def register(function):
        TOOLS[name] = function
        return function

    return register


def audited(function):
    @functools.wraps(function)
    async def wrapper(*args, **kwargs):
        print("calling", function.__name__)
        return await function(*args, **kwargs)

    return wrapper


@tool("upper")
async def upper(text: str) -> str:
    return text.upper()


@tool("search")
async def search(text: str) -> str:
    await asyncio.sleep(0)
    return text


@tool("fetch")
async def fetch(text: str) -> str:
    await asyncio.sleep(0)
    return text


@audited
async def lower(text: str) -> str:
    return text.lower()


async def call(name: str, text: str) -> str:
    return await TOOLS[name](await lower(text))
