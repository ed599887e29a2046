"""Textual and Qt schedule what they are given; workers and timers take coroutine functions."""

import asyncio

from textual import on, work
from textual.app import App
from textual.widgets import Button


class Console(App):
    async def load_rows(self) -> list[str]:
        await asyncio.sleep(0)
        return []

    @work(exclusive=True)
    async def refresh_rows(self) -> None:
        await self.load_rows()

    async def on_mount(self) -> None:
        self.set_interval(1, self.load_rows)
        self.refresh_rows()
        self.run_worker(self.load_rows(), exclusive=True)
        self.call_later(self.load_rows)
        await asyncio.sleep(0)

    @on(Button.Pressed, "#reload")
    def reload(self) -> None:
        self.refresh_rows()
