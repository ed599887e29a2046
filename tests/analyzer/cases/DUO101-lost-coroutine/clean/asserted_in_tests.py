"""Tests that look at the coroutine itself, or at what making it raises or warns about."""

import asyncio
import inspect
import unittest
import warnings

import pytest


async def resolve(name: str) -> str:
    await asyncio.sleep(0)
    return name


class Checked:
    def resolve(self, name: str):
        if not name:
            raise ValueError(name)
        return resolve(name)


def test_it_returns_a_coroutine():
    made = resolve("a")
    assert inspect.iscoroutine(made)
    made.close()
    assert inspect.iscoroutinefunction(resolve)
    assert asyncio.iscoroutine(resolve("b"))
    assert inspect.isawaitable(resolve("c"))


def test_a_missing_name_is_refused_at_once():
    with pytest.raises(ValueError):
        Checked().resolve("")


def test_a_lost_call_warns():
    with pytest.warns(RuntimeWarning):
        resolve("a")


class LostCalls(unittest.TestCase):
    def test_a_lost_call_warns(self):
        with self.assertWarns(RuntimeWarning):
            resolve("a")

    def test_too_many_arguments(self):
        with self.assertRaises(TypeError):
            resolve("a", "b")


def test_the_warning_is_recorded():
    with warnings.catch_warnings(record=True) as caught:
        resolve("a")
    assert caught
