"""Helpers that are given baskets: by a fixture, made in the test, and kept by their package."""

import wicker_baskets
from harvesting import AppleRobot, PlumRobot


def weights(basket):
    return {fruit.weight for fruit in basket.collect()}


def count(holder):
    fruits = holder.collect()
    return len(fruits)


class TestRobots:
    @staticmethod
    def _names(picked):
        return [fruit.name for fruit in picked.collect()]

    def _first(self, crate):
        return crate.collect()[0]

    async def test_apples(self, empty_basket):
        robot = AppleRobot()
        await robot.collect()
        assert self._names(empty_basket) == ["apple"]
        assert self._first(crate=empty_basket).name == "apple"


async def test_plums(empty_basket):
    robot = PlumRobot()
    await robot.collect()
    assert weights(empty_basket) == {60}


def test_own_basket():
    basket = wicker_baskets.Basket(size=3)
    assert count(basket) == 0
    assert count(wicker_baskets.SHARED) == 0
