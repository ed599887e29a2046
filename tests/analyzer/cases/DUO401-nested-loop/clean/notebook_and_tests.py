"""Tests that start a loop of their own in plain functions."""

import asyncio
import unittest


async def double(number: int) -> int:
    await asyncio.sleep(0)
    return number * 2


def test_double():
    assert asyncio.run(double(2)) == 4


class Doubles(unittest.TestCase):
    def setUp(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.addCleanup(self.loop.close)

    def test_double(self) -> None:
        self.assertEqual(self.loop.run_until_complete(double(2)), 4)
