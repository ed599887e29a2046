"""A decorator brings the override back to the color of its base."""

import asyncio
import functools


def threaded(function):
    @functools.wraps(function)
    async def wrapper(*args):
        return await asyncio.to_thread(function, *args)

    return wrapper


def synchronous(function):
    @functools.wraps(function)
    def wrapper(*args):
        return asyncio.run(function(*args))

    return wrapper


class Camera:
    async def shoot(self) -> bytes:
        await asyncio.sleep(0)
        return b""

    def name(self) -> str:
        return "camera"


class Webcam(Camera):
    @threaded
    def shoot(self) -> bytes:
        return b"pixels"

    @synchronous
    async def name(self) -> str:
        await asyncio.sleep(0)
        return "webcam"
