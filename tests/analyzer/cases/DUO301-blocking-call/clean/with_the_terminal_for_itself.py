"""An interface that has given the terminal away waits until it gets it back."""

import asyncio
import subprocess

from prompt_toolkit.application import in_terminal
from textual.app import App


class Notes(App[None]):
    async def action_edit(self) -> None:
        await asyncio.sleep(0)
        with self.suspend():
            subprocess.run(["vi", "notes"], check=True)

    async def action_search(self) -> None:
        await asyncio.sleep(0)
        with self.app.suspend():
            show_pages()


def show_pages() -> None:
    subprocess.run(["less", "notes"], check=True)


async def ask() -> None:
    async with in_terminal():
        subprocess.run(["vi", "notes"], check=True)
