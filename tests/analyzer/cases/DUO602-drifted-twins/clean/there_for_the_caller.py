"""What a body has no use for is there for whoever calls it, and a base says which parameters its methods have."""

import asyncio
import random
import time
from typing import Protocol


async def nothing(ctx):
    return 1


def sync_nothing():
    return 1


async def waits(ctx):
    await asyncio.sleep(random.random() / 20)
    return 1


def sync_waits():
    time.sleep(random.random() / 20)
    return 1


class Getter(Protocol):
    async def get(self, kind: str, span: int | None = None) -> str: ...


class Part(Getter):
    def get_sync(self, kind: str = "text", span: int | None = None) -> str:
        return kind * (span or 1)

    async def get(self, kind: str, span: int | None = None) -> str:
        await asyncio.sleep(0)
        return kind * (span or 1)
