"""A test expects a plain function to fail, and gives what it never returns to something that awaits."""

import asyncio

import pytest


class Cache:
    def notify(self, function) -> None:
        if function is None:
            raise RuntimeError("nobody listens")
        function()


async def test_nobody_listens():
    cache = Cache()
    with pytest.raises(RuntimeError):
        await asyncio.wait_for(cache.notify(None), timeout=1)
