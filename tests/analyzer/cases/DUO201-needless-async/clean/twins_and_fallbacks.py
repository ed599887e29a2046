"""Functions whose color is what they are there for."""

import asyncio
import os
import sys

import trio

if os.environ.get("ROUTING_LOOP") == "trio":
    open_file = trio.open_file
else:

    async def open_file(path: str) -> object:
        return open(path)


if sys.platform == "win32":

    async def find_port(start: int) -> int:
        return start + 1

else:

    async def find_port(start: int) -> int:
        await asyncio.sleep(0)
        return start


try:
    from routing.redis import get_client
except ImportError:

    async def get_client() -> object:
        return object()


class Store:
    def triplets(self, names: list[str]) -> list[str]:
        return [name.upper() for name in names]

    async def atriplets(self, names: list[str]) -> list[str]:
        return self.triplets(names)

    def _built(self, name: str) -> str:
        return name.title()

    async def _abuilt(self, name: str) -> str:
        return name.title()

    async def resolved(self, name: str) -> str:
        """Needs a connection, which this one has not."""
        raise RuntimeError(f"{name} needs a connection")


def level(name: str) -> int:
    return len(name)


async def level_async(name: str) -> int:
    return len(name)


async def depth(name: str) -> int:
    return len(name)


def depth_sync(name: str) -> int:
    return len(name)


async def main(store: Store) -> None:
    await asyncio.sleep(0)
    print(await get_client(), await level_async("a"), await store._abuilt("a"), await store.resolved("a"))
    print(await store.atriplets(["a"]), await open_file("a"), await find_port(80), await depth("a"))
