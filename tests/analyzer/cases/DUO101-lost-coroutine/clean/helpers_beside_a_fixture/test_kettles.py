"""Helpers get what their callers give: another object of the same name, or one of several."""

import pytest

from conftest import CampingKettle


def use(kettle):
    kettle.boil(15)


def test_without_power():
    kettle = CampingKettle()
    use(kettle)


@pytest.mark.parametrize("kettle", [CampingKettle()])
def test_on_a_hill(kettle):
    use(kettle)


class TestHills:
    def warm(self, kettle):
        kettle.boil(5)

    def test_in_the_morning(self):
        self.warm(CampingKettle())
