"""Tests of one color in a file that belongs to the other, left out by a mark for all of them."""

import asyncio
from typing import Final

import pytest

IS_SYNC: Final[bool] = False
pytestmark = [pytest.mark.slow, pytest.mark.skipif(not IS_SYNC, reason="in the plain color alone")]


class Files:
    async def listed(self, name: str) -> dict[str, list[str]]:
        await asyncio.sleep(0)
        return {"items": [name]}


def test_listing() -> None:
    assert Files().listed("c")["items"] == ["c"]
