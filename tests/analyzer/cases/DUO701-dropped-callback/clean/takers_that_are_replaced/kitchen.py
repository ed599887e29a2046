"""Threads and processes that a kitchen without an operating system replaces by its own, which await."""

import asyncio
import inspect
import multiprocessing
import threading
from dataclasses import dataclass


class OvenThread:
    def __init__(self, group=None, target=None, name=None) -> None:
        self.target = target

    def start(self) -> None:
        self.task = asyncio.ensure_future(self.bake())

    async def bake(self) -> None:
        result = self.target()
        if inspect.isawaitable(result):
            await result


class OvenProcess(OvenThread):
    pass


@dataclass
class Swap:
    name: str
    new: object


SWAPS = (Swap("Process", OvenProcess),)


def install() -> None:
    for owner, name, new in ((threading, "Thread", OvenThread), (asyncio, "Runner", None)):
        setattr(owner, name, new)
    for swap in SWAPS:
        setattr(multiprocessing, swap.name, swap.new)
