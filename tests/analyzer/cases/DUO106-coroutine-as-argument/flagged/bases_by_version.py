"""A base that depends on what there is: one of its two classes is made of the other."""

import asyncio
import unittest

if hasattr(unittest.TestCase, "enterContext"):
    Base = unittest.TestCase
else:

    class Base(unittest.TestCase):
        pass


async def count() -> int:
    await asyncio.sleep(0)
    return 1


class CountTest(Base):
    async def check(self) -> None:
        self.assertEqual(count(), 1)  # expect: DUO106
