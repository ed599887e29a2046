"""Helpers that every test hands the fixture on to, and functions that nobody calls: a setting may make tests of them."""


def use(kettle):
    kettle.boil(15)  # expect: DUO101


async def test_in_a_kitchen(kettle):
    use(kettle)


async def test_in_a_hall(cups, kettle):
    use(kettle=kettle)


def check_kettle(kettle):
    kettle.boil(5)  # expect: DUO101
