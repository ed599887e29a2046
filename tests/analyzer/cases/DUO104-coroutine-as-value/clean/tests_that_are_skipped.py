"""Tests of an older interface, which the project says are not to be run."""

import asyncio
import unittest
from unittest import skip

import pytest


class Files:
    async def listed(self, name: str) -> dict[str, list[str]]:
        await asyncio.sleep(0)
        return {"items": [name]}


@unittest.SkipTest
class ListTests(unittest.TestCase):
    def test_list(self) -> None:
        found = Files().listed("a")["items"]
        self.assertEqual(found, ["a"])


@skip("until it is written anew")
class OtherTests(unittest.TestCase):
    def test_other(self) -> None:
        def items() -> list[str]:
            return Files().listed("b")["items"]

        self.assertEqual(items(), ["b"])


@pytest.mark.skip(reason="older")
def test_third() -> None:
    assert Files().listed("c")["items"] == ["c"]
