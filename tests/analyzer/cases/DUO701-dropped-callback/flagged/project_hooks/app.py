"""Async hooks that are never awaited."""

import asyncio

from hooks import Hooks, on_change


async def audit(event: str) -> None:
    await asyncio.sleep(0)


class App:
    def __init__(self, hooks: Hooks) -> None:
        hooks.register(audit)  # expect: DUO701
        hooks.register(self.on_event)  # expect: DUO701
        on_change(self.on_event, "name")  # expect: DUO701

    async def on_event(self, event: str) -> None:
        await asyncio.sleep(0)
