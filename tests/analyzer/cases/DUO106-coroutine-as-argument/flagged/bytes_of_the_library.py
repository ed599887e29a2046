"""Functions of the standard library that take bytes, or anything like them, are given a coroutine of these."""

import asyncio
import hashlib
import os
import struct
import zlib


async def load():
    await asyncio.sleep(0)
    return b"1234"


async def show():
    print(struct.unpack("<i", load()))  # expect: DUO106
    print(zlib.crc32(load()))  # expect: DUO106
    print(hashlib.sha256(load()).hexdigest())  # expect: DUO106
    os.write(1, load())  # expect: DUO106
    digest = hashlib.sha256()
    digest.update(load())  # expect: DUO106
