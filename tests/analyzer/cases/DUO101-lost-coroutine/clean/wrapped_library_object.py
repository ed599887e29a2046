"""An async method calls the plain one of its own name on an object of a library, whose class says less than it has."""

import asyncio
import contextlib

import pytest


class Backend:
    def __init__(self, item: pytest.Item) -> None:
        self._item = item

    @property
    def item(self) -> pytest.Item:
        return self._item

    async def delete_collection(self) -> None:
        store = self.item
        with contextlib.suppress(OSError):
            store.delete_collection()
        await asyncio.sleep(0)


async def clean(backend: Backend) -> None:
    await backend.delete_collection()
