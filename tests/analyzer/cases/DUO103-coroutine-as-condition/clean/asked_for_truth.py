"""`bool(…)` and `operator.truth(…)` of results, of tasks that may be missing, and of coroutines that may be."""

import asyncio
import operator


class Config:
    def __init__(self) -> None:
        self.reload: asyncio.Task[None] | None = None

    async def lookup(self, key: str) -> str | None:
        await asyncio.sleep(0)
        return None

    def is_reloading(self) -> bool:
        return bool(self.reload)


async def has_region(config: Config) -> bool:
    return bool(await config.lookup("region")) and operator.truth(await config.lookup("zone"))


async def perhaps(config: Config, *, wanted: bool) -> bool:
    pending = config.lookup("region") if wanted else None
    started = bool(pending)
    if pending is not None:
        await pending
    return started
