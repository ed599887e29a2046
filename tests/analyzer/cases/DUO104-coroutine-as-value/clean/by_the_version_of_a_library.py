"""What a library gives depends on its version: a test for an older one is right where it is taken."""

import asyncio

import pytest
from packaging.version import Version

version = Version("1.0")


async def slept() -> bool:
    if version < Version("2.0"):
        result = asyncio.sleep(0, True)
    else:
        result = await asyncio.sleep(0, True)
    return result.real == 1


@pytest.mark.skipif(version >= Version("2.0"), reason="plain before")
def test_slept() -> None:
    result = asyncio.sleep(0, True)
    assert result.real == 1
