"""A test that has it replaced does so for itself."""

import asyncio

from kettles import now


def test_now() -> None:
    asyncio.get_event_loop = asyncio.new_event_loop
    assert asyncio.run(now()) > 0
