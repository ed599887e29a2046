"""A loop is started in some cases only, or in all of them by one of two ways."""

import asyncio


async def _read(path: str) -> str:
    await asyncio.sleep(0)
    return path


def load(path: str) -> str:
    try:
        for part in path.split("/"):
            if part:
                return asyncio.run(_read(part))
    except OSError:
        pass
    return ""


def opened(path: str) -> str:
    if path.startswith("/"):
        return load(path[1:])
    print(path)
    return load(path)


async def main(path: str) -> None:
    print(load(path))  # expect: DUO401
    print(opened(path))  # expect: DUO401
    await asyncio.sleep(0)
