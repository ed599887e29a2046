"""Loads the modules, and awaits what each of them must have."""

import importlib
from typing import Protocol


class Plugin(Protocol):
    @staticmethod
    async def describe(name: str) -> str: ...


def load(name: str) -> Plugin:
    return importlib.import_module(name)


async def describe_all(names: list[str]) -> list[str]:
    return [await load(name).describe(name) for name in names]


async def prepare_all(names: list[str]) -> None:
    for name in names:
        module = importlib.import_module(name)
        function = module.__dict__["prepare"]
        await function()
