"""Tests replace a manager by one of the other color."""

import asyncio
import contextlib
from unittest.mock import AsyncMock, MagicMock, patch


class Vault:
    async def __aenter__(self) -> str:
        await asyncio.sleep(0)
        return "open"

    async def __aexit__(self, *details: object) -> None:
        await asyncio.sleep(0)


def test_a_mock_is_entered_plainly():
    vault = MagicMock(spec=["__enter__", "__exit__"])
    with vault as opened:
        assert opened
    with patch("vaults.Vault") as replaced, contextlib.nullcontext():
        assert replaced


async def test_a_mock_is_entered_async():
    async with AsyncMock() as opened:
        assert opened
    async with contextlib.nullcontext(1) as one:
        assert one == 1
