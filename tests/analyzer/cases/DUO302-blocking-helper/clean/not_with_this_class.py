"""A helper blocks for some classes of what it is given, and the caller has asked for the class before it calls."""

import asyncio
import urllib.request


def to_bytes(image) -> bytes:
    if isinstance(image, bytes):
        return image
    elif isinstance(image, str):
        return urllib.request.urlopen(image).read()
    return image.read()


def sized(image) -> int:
    if not isinstance(image, str):
        return 0
    return len(urllib.request.urlopen(image).read())


async def upload(images: list) -> list[str]:
    found = []
    for image in images:
        if not isinstance(image, str):
            data = to_bytes(image)
            await asyncio.sleep(0)
            image = f"uploaded {len(data)}"
        found.append(image)
    return found


async def measured(image) -> int:
    if isinstance(image, (str, bytes)):
        return 0
    await asyncio.sleep(0)
    return sized(image)
