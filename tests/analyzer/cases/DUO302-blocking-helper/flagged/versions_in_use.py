"""Helpers that are called on a Python that somebody runs on, now or later, or by the version of something else."""

import asyncio
import sys
import time

import discord


def settle() -> None:
    time.sleep(1)


async def on_newer_ones() -> None:
    if sys.version_info.minor >= 9:
        settle()  # expect: DUO302
    else:
        await asyncio.sleep(1)


async def on_older_ones() -> None:
    if sys.version_info[1] >= 13:
        await asyncio.sleep(1)
    else:
        settle()  # expect: DUO302


async def on_one_of_them() -> None:
    await asyncio.sleep(1)
    if sys.version_info[:2] == (3, 12):
        settle()  # expect: DUO302


async def on_those_to_come() -> None:
    await asyncio.sleep(1)
    if sys.version_info >= (3, 16):
        settle()  # expect: DUO302


async def on_some_releases() -> None:
    await asyncio.sleep(1)
    if sys.version_info < (3, 10, 4):
        settle()  # expect: DUO302


async def by_another_package() -> None:
    await asyncio.sleep(1)
    if discord.version_info.major < 2:
        settle()  # expect: DUO302
