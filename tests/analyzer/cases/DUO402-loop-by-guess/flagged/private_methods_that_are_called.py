"""A private method of a class with a base of the standard library, which its own methods call, or which has none."""

import asyncio
import unittest


async def boil() -> int:
    await asyncio.sleep(0)
    return 1


class KitchenTest(unittest.TestCase):
    def _boiled(self) -> int:
        return asyncio.get_event_loop().run_until_complete(boil())  # expect: DUO402

    def test_boil(self) -> None:
        assert self._boiled() == 1


class Kitchen:
    def _boiled(self) -> int:
        return asyncio.get_event_loop().run_until_complete(boil())  # expect: DUO402
