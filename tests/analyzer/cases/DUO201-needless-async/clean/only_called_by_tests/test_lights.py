"""Tests of what somebody else calls."""

from house.lights import Lamp, describe_lights


async def test_rooms(house):
    assert await describe_lights(house, "hall") == {"room": "hall", "lights": []}


async def test_levels():
    lamp = Lamp()
    assert await lamp.brighten(3) == 3
