"""Decorators that register, mark or describe, and give back the function as it is."""

import asyncio
from dataclasses import dataclass

COMMANDS = {}


def command(function):
    COMMANDS[function.__name__] = function
    return function


def tagged(*tags):
    def decorate(function):
        function.tags = tags
        return function

    return decorate


@dataclass
class Tool:
    function: object
    name: str


def tool(function):
    return Tool(function, function.__name__)


@command
@tagged("slow")
async def rebuild(name: str) -> str:
    await asyncio.sleep(0)
    return name


@tool
async def search(text: str) -> str:
    await asyncio.sleep(0)
    return text


async def main() -> str:
    print(search.name)
    return await COMMANDS["rebuild"]("a") + await rebuild("b")
