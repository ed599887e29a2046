"""The project has loops of its own, which hold their tasks."""

import asyncio
from collections.abc import Coroutine


class Loop:
    def __init__(self) -> None:
        self.tasks: set[asyncio.Task[None]] = set()

    def create_task(self, work: Coroutine[None, None, None]) -> None:
        self.tasks.add(asyncio.create_task(work))
