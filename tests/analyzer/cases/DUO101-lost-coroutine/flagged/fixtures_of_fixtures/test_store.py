"""Tests name fixtures that are found in four ways."""

from plugins.shelves import opened  # noqa: F401
from plugins.stars import *  # noqa: F403


async def test_of_another_fixture(shelf):
    shelf.clear()  # expect: DUO101


async def test_of_a_plugin(spare_shelf):
    spare_shelf.clear()  # expect: DUO101


async def test_of_an_import(opened):  # noqa: F811
    opened.close()  # expect: DUO101


async def test_of_a_star_import(starred):
    starred.close()  # expect: DUO101
