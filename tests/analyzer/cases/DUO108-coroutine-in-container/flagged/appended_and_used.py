"""Coroutines are appended in a loop, and the elements are used as values."""

import asyncio


class Loader:
    async def load(self, name: str) -> dict[str, int]:
        await asyncio.sleep(0)
        return {"size": 1}


def sizes(loader: Loader, names: list[str]) -> int:
    loaded = []
    for name in names:
        loaded.append(loader.load(name))  # expect: DUO108
    return sum(item["size"] for item in loaded)  # lost: DUO108


def by_name(loader: Loader, names: list[str]) -> list[int]:
    loaded = {}
    for name in names:
        loaded[name] = loader.load(name)  # expect: DUO108
    return [item["size"] for item in loaded.values()]  # lost: DUO108
