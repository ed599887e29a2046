"""A helper blocks for some classes of what it is given, and the caller has asked for another class, or too early."""

import asyncio
import urllib.request


def to_bytes(image) -> bytes:
    if isinstance(image, bytes):
        return image
    elif isinstance(image, str):
        return urllib.request.urlopen(image).read()
    return image.read()


async def upload(images: list) -> list[int]:
    found = []
    for image in images:
        if not isinstance(image, bytes):
            await asyncio.sleep(0)
            found.append(len(to_bytes(image)))  # expect: DUO302
    return found


async def replaced(image) -> int:
    if not isinstance(image, str):
        image = image.url
        await asyncio.sleep(0)
        return len(to_bytes(image))  # expect: DUO302
    return 0


async def one_of_both(image) -> int:
    await asyncio.sleep(0)
    if isinstance(image, (str, bytes)):
        return len(to_bytes(image))  # expect: DUO302
    return 0
