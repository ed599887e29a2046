"""The function is stored, compared, wrapped or described, never called and dropped."""

import asyncio
import functools
import inspect


async def load(name: str) -> str:
    await asyncio.sleep(0)
    return name


async def save(name: str) -> str:
    await asyncio.sleep(0)
    return name


COMMANDS = {"load": load, "save": save}
ORDER = sorted([load, save], key=lambda function: function.__name__)
DESCRIBED = [inspect.signature(function) for function in (load, save)]
BY_LENGTH = functools.partial(load, "a")
PAIRS = list(zip(["load", "save"], [load, save]))


def names() -> list[str]:
    return list(map(str, COMMANDS))


async def run(name: str) -> str:
    if COMMANDS[name] is load or load in ORDER:
        return await BY_LENGTH()
    return await COMMANDS[name](name)
