"""A property keeps what it has found: the first who reads it waits, and the others of the file don't."""

import asyncio
import functools
import subprocess


class Versions:
    @functools.cached_property
    def current(self) -> str:
        return subprocess.check_output(["git", "describe"]).decode()

    @property
    def newest(self) -> str:
        return subprocess.check_output(["git", "tag"]).decode()


async def show(versions: Versions) -> str:
    found = versions.current  # expect: DUO302

    async def again() -> str:
        await asyncio.sleep(0)
        return versions.current

    return found + await again()


async def compare(versions: Versions) -> str:
    await asyncio.sleep(0)
    return versions.newest  # expect: DUO302


async def compare_again(versions: Versions) -> str:
    await asyncio.sleep(0)
    return versions.newest  # expect: DUO302
