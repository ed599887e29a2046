"""What a function of the project gives is the same, whatever version is asked for."""

import asyncio

from packaging.version import Version

version = Version("1.0")


async def slept() -> int:
    await asyncio.sleep(0)
    return 1


async def main() -> bool:
    if version < Version("2.0"):
        result = slept()  # expect: DUO104
        return result.real == 1
    result = await slept()
    return result.real == 1
