"""The annotation says less than is true: what is kept goes to a helper that awaits what there is to await."""

import asyncio
import inspect
from collections.abc import Callable
from typing import Any


async def invoke(callback: Callable[..., Any]) -> None:
    result = callback()
    if inspect.isawaitable(result):
        await result


class Monitor:
    def __init__(self, path: str, callback: Callable[[], None]) -> None:
        self.path = path
        self.callback = callback

    async def on_change(self) -> None:
        await invoke(self.callback)


class App:
    def __init__(self) -> None:
        self.monitor = Monitor("a.css", self.reload)

    async def reload(self) -> None:
        await asyncio.sleep(0)
