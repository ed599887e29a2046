"""A test that runs on some platforms has to be right there."""

import asyncio
import sys
import unittest

import pytest


class Files:
    async def listed(self, name: str) -> dict[str, list[str]]:
        await asyncio.sleep(0)
        return {"items": [name]}


@unittest.skipIf(sys.platform == "win32", "no files there")
class ListTests(unittest.TestCase):
    def test_list(self) -> None:
        found = Files().listed("a")["items"]  # expect: DUO104
        self.assertEqual(found, ["a"])


@pytest.mark.skipif(sys.platform == "win32", reason="no files there")
def test_third() -> None:
    assert Files().listed("c")["items"] == ["c"]  # expect: DUO104
