"""Tests that expect an error, which a coroutine that nobody awaits never raises."""

import asyncio
import typing
import unittest
from unittest import mock

import pytest


class Missing(Exception):
    pass


class Shelf:
    async def take(self, name: str) -> str:
        await asyncio.sleep(0)
        raise Missing(name)


async def test_taking_what_is_missing_fails():
    with pytest.raises(Missing):
        Shelf().take("atlas")  # expect: DUO101


class ShelfTest(unittest.IsolatedAsyncioTestCase):
    async def test_taking_what_is_missing_fails(self):
        with self.assertRaises((Missing, KeyError)):
            Shelf().take("atlas")  # expect: DUO101


class Library:
    def __init__(self, shelf) -> None:
        self.shelf = shelf

    async def lend(self, name: str) -> str:
        await asyncio.sleep(0)
        return self.shelf.take(name)


async def test_lending_what_is_missing_fails():
    library = Library(mock.Mock(side_effect=Missing))
    with pytest.raises(Missing):
        library.lend("atlas")  # expect: DUO101


async def test_taking_what_is_missing_fails_somehow():
    with pytest.raises(Exception):
        Shelf().take("atlas")  # expect: DUO101
    with pytest.raises(TypeError):
        Shelf().take(name="atlas")  # expect: DUO101


class Cabinet:
    @typing.overload
    async def take(self, name: str) -> str: ...

    @typing.overload
    async def take(self, name: str, count: int) -> list[str]: ...

    async def take(self, name: str, count: int = 1) -> str | list[str]:
        await asyncio.sleep(0)
        raise Missing(name)

    def count(self) -> int:
        return 0


async def test_taking_what_is_missing_from_a_cabinet_fails():
    with pytest.raises(Missing):
        Cabinet().take("atlas", 2)  # expect: DUO101


async def test_taking_from_a_cabinet_that_counts_otherwise_fails():
    cabinet = Cabinet()
    with mock.patch("library.Cabinet.count"), pytest.raises(Missing):
        cabinet.take("atlas")  # expect: DUO101


async def test_taking_from_a_given_cabinet_fails(cabinet: "Cabinet"):
    with mock.patch.object(cabinet, "count"), pytest.raises(Missing):
        cabinet.take("atlas")  # expect: DUO101
