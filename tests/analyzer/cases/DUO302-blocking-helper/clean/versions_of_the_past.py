"""Helpers that are called on a Python that nobody runs on any more."""

import asyncio
import sys
import time


def settle() -> None:
    time.sleep(1)


async def by_all() -> None:
    if sys.version_info >= (3, 9):
        await asyncio.sleep(1)
    else:
        settle()
    if sys.version_info < (3, 8, 2):
        settle()


async def by_a_part() -> None:
    if sys.version_info.minor >= 9:
        await asyncio.sleep(1)
    else:
        settle()
    if sys.version_info.minor < 9:
        settle()
    if sys.version_info[1] <= 8:
        settle()
    if not sys.version_info[1] > 7:
        settle()


async def by_the_first() -> None:
    await asyncio.sleep(1)
    if sys.version_info[0] < 3 or sys.version_info.major == 2:
        settle()
    if sys.version_info[:2] <= (3, 7) and sys.platform == "win32":
        settle()


async def by_leaving() -> None:
    if sys.version_info.major >= 3:
        await asyncio.sleep(1)
        return
    settle()


async def by_an_expression() -> None:
    await asyncio.sleep(1)
    settle() if sys.version_info.minor < 9 else print("settled")
