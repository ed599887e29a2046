"""Tests of one color that a mark for all of them leaves out in the other color alone."""

import asyncio
from typing import Final

import pytest

IS_SYNC: Final[bool] = False
pytestmark = [pytest.mark.slow, pytest.mark.skipif(IS_SYNC, reason="in the async color alone")]


class Files:
    async def listed(self, name: str) -> dict[str, list[str]]:
        await asyncio.sleep(0)
        return {"items": [name]}


def test_listing() -> None:
    assert Files().listed("c")["items"] == ["c"]  # expect: DUO104
