"""In tests the coroutine function is replaced by something plain."""

import asyncio
from unittest import mock


class Thermostat:
    async def read(self) -> dict[str, float]:
        await asyncio.sleep(0)
        return {"celsius": 20.0}


class FakeThermostat:
    def read(self) -> dict[str, float]:
        return {"celsius": 21.0}


def test_a_fake_is_plain():
    thermostat = FakeThermostat()
    assert thermostat.read()["celsius"] == 21.0


def test_a_mock_is_plain():
    thermostat = mock.Mock(spec_set=["read"])
    thermostat.read.return_value = {"celsius": 22.0}
    assert thermostat.read()["celsius"] == 22.0


def test_patched(monkeypatch):
    monkeypatch.setattr(Thermostat, "read", lambda self: {"celsius": 23.0})
    with mock.patch.object(Thermostat, "read") as read:
        read.return_value = {"celsius": 24.0}
        assert read()["celsius"] == 24.0
