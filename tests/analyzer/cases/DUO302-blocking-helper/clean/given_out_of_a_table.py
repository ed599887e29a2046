"""What blocks is done where nothing was given, and the call gives what it has found in a table."""

import asyncio
import json
import time


class Client:
    def __init__(self, address=None, *, timeout=10, **others):
        for name in ("url", "file"):
            if name in others:
                address = others[name]
        if address is None:
            while timeout > 0:
                time.sleep(1)
                timeout -= 1
            address = json.loads("{}")
        self.address = address


async def connect(info, **others):
    await asyncio.sleep(0)
    return Client(info["client"], timeout=3, **others)
