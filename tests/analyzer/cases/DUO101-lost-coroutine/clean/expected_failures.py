"""Tests that expect what calling can raise by itself: a wrong argument, a warning, or what was put in its place."""

import asyncio
import warnings
from typing import overload
from unittest.mock import Mock, patch

import pytest


class Shelf:
    async def take(self, name: str) -> str:
        await asyncio.sleep(0)
        return name


def checked(function):
    def wrapper(shelf, name):
        if not name:
            raise ValueError(name)
        return function(shelf, name)

    return wrapper


class CheckedShelf:
    @checked
    async def take(self, name: str) -> str:
        await asyncio.sleep(0)
        return name


async def test_taking_nothing_fails():
    with pytest.raises(TypeError):
        Shelf().take()
    with pytest.raises(Exception):
        Shelf().take("atlas", "globe")
    with pytest.raises(TypeError):
        Shelf().take(title="atlas")
    with pytest.raises(TypeError):
        len(Shelf().take("atlas"))


async def test_taking_without_a_name_fails():
    with pytest.raises(ValueError):
        CheckedShelf().take("")


async def test_a_broken_shelf_fails():
    shelf = Shelf()
    shelf.take = Mock(side_effect=ValueError)
    with pytest.raises(ValueError):
        shelf.take("atlas")


async def test_forgetting_to_wait_warns():
    with warnings.catch_warnings():
        Shelf().take("atlas")
    with pytest.warns(RuntimeWarning):
        Shelf().take("atlas")


async def test_a_patched_shelf_fails():
    shelf = Shelf()
    with patch.object(Shelf, "take", side_effect=ValueError), pytest.raises(ValueError):
        shelf.take("atlas")


class Cabinet:
    @overload
    async def take(self, name: str) -> str: ...

    @overload
    async def take(self, name: str, count: int) -> list[str]: ...

    def take(self, name: str, count: int = 1):
        if count < 1:
            raise ValueError(count)
        return self._take(name, count)

    async def _take(self, name: str, count: int):
        await asyncio.sleep(0)
        return [name] * count


async def test_taking_less_than_one_fails():
    with pytest.raises(ValueError):
        Cabinet().take("atlas", 0)


async def test_a_shelf_that_was_replaced_fails():
    shelf = Shelf()
    with patch("library.Shelf.take", side_effect=ValueError), pytest.raises(ValueError):
        shelf.take("atlas")


async def test_a_shelf_that_was_prepared_fails():
    shelf = Mock(spec=Shelf, **{"take.side_effect": ValueError})
    assert isinstance(shelf, Shelf)
    with pytest.raises(ValueError):
        shelf.take("atlas")
