"""Helpers that are given robots besides baskets, nothing that is known, or what a function of the package has found."""

import wicker_baskets
from harvesting import AppleRobot


def weights(holder):
    return {fruit.weight for fruit in holder.collect()}  # expect: DUO104


def count(machine):
    return len(machine.collect())  # expect: DUO106


def names(robot):
    return [fruit.name for fruit in robot.collect()]  # expect: DUO104


def stems(picker, limit):
    return [fruit.stem for fruit in picker.collect()][:limit]  # expect: DUO104


async def test_apples(empty_basket):
    robot = AppleRobot()
    await robot.collect()
    assert weights(empty_basket) == {60}
    assert weights(AppleRobot()) == {60}


def test_found():
    assert count(wicker_baskets.found("robot")) == 1


def test_parts(orchard):
    assert names(orchard.robot) == ["apple"]
    assert stems(orchard.robot, 3) == []
