"""Programs that only append: batches of events to several sessions, from one process or from two."""

from __future__ import annotations

import asyncio
from typing import Any

from duotone.runtime.events import Append, Draft
from duotone.runtime.log import AsyncLog, Log
from tests.runtime.crash.scene import Scene

__all__ = ["PROGRAMS", "SIZE"]

SIZE = 3
"""How many events an append has: all of them are there, or none."""


def batch(who: str, number: int) -> Append:
    """Return one append of a process."""
    drafts = [Draft("note.added", {"by": who, "batch": number, "part": part}) for part in range(SIZE)]
    return Append(f"session-{number % 2}", drafts)


def append(scene: Scene) -> None:
    log = Log(scene.store)
    for number in range(int(scene.options["batches"])):
        log.append(batch(str(scene.options["who"]), number))


def append_async(scene: Scene) -> None:
    async def main() -> None:
        who, batches = str(scene.options["who"]), int(scene.options["batches"])
        log = AsyncLog(scene.store)
        for first in range(0, batches, 4):
            many = range(first, min(first + 3, batches))
            await asyncio.gather(*(log.append(batch(who, number)) for number in many))
            if first + 3 < batches:
                await log.append(batch(who, first + 3))
        await log.close()

    asyncio.run(main())


def open_only(scene: Scene) -> None:
    scene.store.open()


PROGRAMS: dict[str, Any] = {"open": open_only, "append": append, "append_async": append_async}
