"""What a function that is annotated to be plain gives is given on, to what takes anything but an awaitable."""

import asyncio
import subprocess
from collections.abc import Callable

Maker = Callable[[], list[str]]


def launch(make: Maker) -> None:
    subprocess.run(make())


def count(make: Maker) -> None:
    print(len(make()))


def listed(make: Maker) -> None:
    found = make()
    asyncio.run(pause(3))
    print(found)


async def pause(seconds: int) -> None:
    await asyncio.sleep(seconds)


async def command() -> list[str]:
    await asyncio.sleep(0)
    return ["true"]


launch(command)  # expect: DUO701
count(command)  # expect: DUO701
listed(command)  # expect: DUO701
