"""The annotation speaks of plain functions only, and the taker takes care of either color all the same."""

import asyncio
import inspect
from collections.abc import Callable
from typing import Optional


class Judge:
    def __init__(self, on_fail: Optional[Callable[[str], None]] = None) -> None:
        self.on_fail = on_fail

    async def decide(self, text: str) -> None:
        if self.on_fail is not None:
            if inspect.iscoroutinefunction(self.on_fail):
                await self.on_fail(text)
            else:
                self.on_fail(text)


def call_hook(hook: Callable[[str], None], text: str) -> None:
    result = hook(text)
    if inspect.iscoroutine(result):
        result.close()
        raise TypeError("hooks are plain")


def run_all(texts: list[str], on_start: Callable[[str], None]) -> None:
    for text in texts:
        call_hook(on_start, text)


async def notify(text: str) -> None:
    await asyncio.sleep(0)


judge = Judge(on_fail=notify)
run_all(["a"], on_start=notify)
