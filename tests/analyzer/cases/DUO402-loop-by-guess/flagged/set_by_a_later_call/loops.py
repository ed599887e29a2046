"""A hub of which the first step sets the loop of its thread."""

import asyncio


def own_loop() -> asyncio.AbstractEventLoop:
    try:
        return asyncio.get_event_loop()
    except RuntimeError:
        loop = asyncio.new_event_loop()
        asyncio.set_event_loop(loop)
        return loop


class Hub:
    def prepare(self) -> None:
        own_loop().call_soon(print, "ready")
