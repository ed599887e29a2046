"""A coroutine is made only to be looked at, compared or carried by an error, and is lost with that."""

import asyncio
import unittest
from unittest import mock


class Sensor:
    async def value(self):
        await asyncio.sleep(0)
        return 1


async def kinds(sensor: Sensor) -> None:
    assert isinstance(sensor.value(), int)  # expect: DUO106
    assert type(sensor.value()) is int  # expect: DUO106
    assert hasattr(sensor.value(), "real")  # expect: DUO106
    print(getattr(sensor.value(), "real"))  # expect: DUO106


async def failed(sensor: Sensor) -> None:
    raise RuntimeError(sensor.value())  # expect: DUO106


class SensorTest(unittest.IsolatedAsyncioTestCase):
    async def test_values(self):
        sensor = Sensor()
        self.assertEqual(sensor.value(), 1)  # expect: DUO106
        self.assertIsNone(sensor.value())  # expect: DUO106
        self.assertIsInstance(sensor.value(), int)  # expect: DUO106
        self.assertTrue(sensor.value())  # expect: DUO103
        found = sensor.value()  # expect: DUO106
        self.assertEqual(found, 1, "as it was set")

    async def test_calls(self):
        shown = mock.Mock()
        shown.assert_called_with(Sensor().value())  # expect: DUO106

    async def test_calls_of_whatever_a_fixture_gives(self, shown):
        shown.assert_called_once_with(Sensor().value())  # expect: DUO106
        assert hash(Sensor().value()) == 1  # expect: DUO106
