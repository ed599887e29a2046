"""What blocks is done where nothing was given, or where what was given has been taken away."""

import asyncio
import time


class Client:
    def __init__(self, address=None, *, others=()):
        if others:
            address = others[0]
        if address is None:
            time.sleep(1)
        self.address = address


class Strict:
    def __init__(self, address=None, *, is_local=False):
        if is_local:
            address = None
        if address is None:
            time.sleep(1)
        self.address = address


async def connect(info):
    await asyncio.sleep(0)
    Client(others=info["others"])  # expect: DUO302
    Strict(info["client"])  # expect: DUO302
