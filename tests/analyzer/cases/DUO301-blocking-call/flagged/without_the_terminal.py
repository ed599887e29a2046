"""An interface that goes on beside a program is held up by it."""

import asyncio
import subprocess

from textual.app import App


class Notes(App[None]):
    async def action_edit(self) -> None:
        await asyncio.sleep(0)
        with self.suspend():
            print("edit your notes")
        subprocess.run(["vi", "notes"], check=True)  # expect: DUO301

    async def action_search(self) -> None:
        await asyncio.sleep(0)
        with self.batch_update():
            subprocess.run(["less", "notes"], check=True)  # expect: DUO301
