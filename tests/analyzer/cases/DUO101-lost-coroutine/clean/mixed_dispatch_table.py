"""A table holds functions of both colors, so the call alone says nothing; what is awaitable is awaited."""

import asyncio
import inspect


async def upload(name: str) -> None:
    await asyncio.sleep(0)


def show(name: str) -> None:
    print(name)


COMMANDS = {"upload": upload, "show": show}


async def execute(command: str, name: str) -> None:
    result = COMMANDS[command](name)
    if inspect.isawaitable(result):
        await result


def preview(name: str) -> None:
    COMMANDS["show"](name)
