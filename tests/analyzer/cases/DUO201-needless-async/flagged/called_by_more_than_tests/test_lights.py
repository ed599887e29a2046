"""Tests of what the project calls as well."""

from house.lights import _count_lights, describe_lights


async def test_rooms(house):
    assert await describe_lights(house, "hall") == {"room": "hall", "lights": []}


async def test_counts(house):
    assert await _count_lights(house, "hall") == 0
