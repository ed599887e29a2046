"""Siblings of one hierarchy are awaited through a union or a list, and others of them do suspend."""

from __future__ import annotations

import asyncio


class HttpProbe:
    async def check_once(self) -> bool:
        await asyncio.sleep(0)
        return True


class NullProbe:
    async def check_once(self) -> bool:
        return True


class Health:
    def __init__(self, url: str | None) -> None:
        self.probe: HttpProbe | NullProbe = HttpProbe() if url else NullProbe()

    async def run(self) -> bool:
        return await self.probe.check_once()


PROBES = [HttpProbe(), NullProbe()]


async def run_all() -> list[bool]:
    return [await probe.check_once() for probe in PROBES]
