"""Where it is put on a coroutine function."""

import asyncio

from decorators import quiet


class Tasks:
    @quiet(default=False)  # either: DUO703
    async def refresh(self, name: str) -> bool:  # either: DUO703
        await asyncio.sleep(0)
        return True

    @quiet()
    def describe(self) -> str:
        return "tasks"


def main(tasks: Tasks) -> None:
    tasks.refresh("a")
    tasks.describe()
