"""Modules whose names are put together, and objects of classes that make something else, are nobody's."""

import asyncio
import importlib


class Tug:
    def __new__(cls, kind: type):
        return kind.__new__(kind)

    async def depart(self) -> None:
        await asyncio.sleep(1)


def work(name: str) -> None:
    importlib.import_module(name).depart()
    importlib.import_module(f"harbor.{name}").depart()
    Tug.__new__(Tug, dict).depart()
