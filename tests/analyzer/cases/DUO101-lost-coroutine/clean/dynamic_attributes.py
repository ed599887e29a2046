"""Attributes come from `__getattr__`, `setattr`, a module's `__getattr__` or an unknown base."""

import asyncio
import importlib

from vendor_sdk import BaseDevice


class Proxy:
    def __init__(self, target: object) -> None:
        self._target = target

    def __getattr__(self, name: str):
        return getattr(self._target, name)


class Lamp(BaseDevice):
    async def turn_on(self) -> None:
        await asyncio.sleep(0)

    def toggle(self) -> None:
        self.dim(50)
        self.publish_state()


class Switch:
    async def turn_on(self) -> None:
        await asyncio.sleep(0)


def activate(name: str) -> None:
    Proxy(Switch()).turn_on()
    plugin = importlib.import_module(name)
    plugin.turn_on()
    getattr(plugin, "turn_on")()
