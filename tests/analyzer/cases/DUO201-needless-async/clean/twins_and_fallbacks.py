"""Functions whose color is what they are there for."""

import asyncio

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


async def main(store: Store) -> None:
    await asyncio.sleep(0)
    print(await get_client(), await level_async("a"), await store._abuilt("a"), await store.resolved("a"))
    print(await store.atriplets(["a"]))
