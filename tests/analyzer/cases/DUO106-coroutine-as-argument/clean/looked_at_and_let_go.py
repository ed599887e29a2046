"""Who looks at a coroutine because it is one, or looks at what is awaited later, loses nothing."""

import asyncio
import types
import unittest
from collections.abc import Awaitable
from unittest import mock

import deferring


class Sensor:
    async def value(self):
        await asyncio.sleep(0)
        return 1


def kinds(sensor: Sensor) -> None:
    assert isinstance(sensor.value(), Awaitable)
    assert isinstance(sensor.value(), types.CoroutineType)
    assert isinstance(sensor.value(), deferring.Deferred)
    assert hasattr(sensor.value(), "__await__")


async def described(sensor: Sensor) -> str:
    made = sensor.value()
    kind = f"{type(made)} {getattr(made, 'name', '')}"
    return kind if await made else ""


class SensorTest(unittest.IsolatedAsyncioTestCase):
    async def test_values(self):
        made = Sensor().value()
        self.assertIsNotNone(made)
        self.assertIsInstance(made, Awaitable)
        self.assertEqual(await made, 1)

    async def test_calls(self):
        schedule = mock.Mock()
        made = Sensor().value()
        schedule(made)
        schedule.assert_called_once_with(made)
        self.assertEqual([made], schedule.call_args.args)
