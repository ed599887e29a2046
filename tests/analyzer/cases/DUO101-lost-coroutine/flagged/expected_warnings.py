"""A block that expects some other warning doesn't expect that coroutines get lost."""

import asyncio

import pytest


class Lamp:
    async def switch(self) -> None:
        await asyncio.sleep(0)


async def test_old_names(lamp: Lamp) -> None:
    with pytest.deprecated_call(match="use light"):
        lamp.switch()  # expect: DUO101
    with pytest.warns(DeprecationWarning):
        lamp.switch()  # expect: DUO101
    with pytest.warns(RuntimeWarning):
        lamp.switch()
    with pytest.warns():
        lamp.switch()
