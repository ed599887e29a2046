"""What `__getattr__` gives is plain, unknown or of either color."""

from __future__ import annotations

import asyncio
from typing import Any, TypedDict


class Store:
    async def save(self) -> None:
        await asyncio.sleep(0)

    def forget(self) -> None:
        pass


class Anything:
    def __getattr__(self, name: str) -> Any:
        return print


class Shortened:
    """Gives another attribute than the one that was asked for."""

    def __init__(self) -> None:
        self._store = Store()

    def __getattr__(self, name):
        return getattr(self._store, name.removesuffix("_now"))


class Chosen:
    def __init__(self, store: Store, other: Anything) -> None:
        self._store, self._other = store, other

    def __getattr__(self, name):
        if name == "save":
            return getattr(self._other, name)
        return getattr(self._store, name)


class Options(TypedDict):
    store: Store


class Mixin:
    def run(self) -> None:
        self.announce()


class Plain(Mixin):
    def announce(self) -> None:
        pass


class Later(Mixin):
    async def announce(self) -> None:
        await asyncio.sleep(0)


async def main(options: Options, chosen: Chosen) -> None:
    Anything().save()
    Shortened().forget_now()
    chosen.save()
    options["store"].forget()
    await options["store"].save()
    Plain().run()
