"""A coroutine is the left operand of `or` and `and`, so that the default can never be reached."""

import asyncio


class Config:
    async def lookup(self, key: str) -> str | None:
        await asyncio.sleep(0)
        return None


async def region(config: Config) -> str:
    await asyncio.sleep(0)
    return config.lookup("region") or "eu-west"  # expect: DUO103  # may: DUO107


def has_region(config: Config) -> bool:
    return bool(config.lookup("region"))  # expect: DUO103 | DUO106


def both(config: Config) -> str:
    return config.lookup("a") and "set"  # expect: DUO103  # may: DUO107
