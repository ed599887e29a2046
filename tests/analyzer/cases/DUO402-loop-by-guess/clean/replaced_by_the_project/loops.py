"""What every other module is given when it asks for a loop."""

import asyncio

_loop = asyncio.new_event_loop()


def _shared() -> asyncio.AbstractEventLoop:
    return _loop


asyncio.get_event_loop = _shared
