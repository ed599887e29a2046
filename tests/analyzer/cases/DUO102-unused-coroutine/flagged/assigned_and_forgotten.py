"""A coroutine is assigned to a name that nobody reads, or to the underscore."""

import asyncio


async def archive(path: str) -> str:
    await asyncio.sleep(0)
    return path + ".zip"


async def rotate(paths: list[str]) -> int:
    for path in paths:
        archived = archive(path)  # expect: DUO102
        print("archived", path)
    await asyncio.sleep(0)
    return len(paths)


def rotate_now(path: str) -> None:
    _ = archive(path)  # expect: DUO102


def rotate_typed(path: str) -> None:
    target: str = archive(path)  # expect: DUO102 | DUO104 | DUO106
    print("done")


def rotate_pair(path: str) -> str:
    name, target = path, archive(path)  # expect: DUO102
    return name
