"""A plain function of the project is awaited: annotated, inferred, a method, imported under an alias."""

import asyncio


def checksum(data: bytes) -> int:
    return sum(data)


def report(text):
    print(text)


class Registry:
    def __init__(self) -> None:
        self.items: dict[str, int] = {}

    def register(self, name: str) -> None:
        self.items[name] = len(self.items)

    @property
    def size(self) -> int:
        return len(self.items)


crc = checksum


async def main(registry: Registry, data: bytes) -> int:
    await asyncio.sleep(0)
    await report("starting")  # expect: DUO121
    await registry.register("a")  # expect: DUO121
    print(await crc(data))  # expect: DUO121
    if await registry.size:  # expect: DUO121
        return 0
    return await checksum(data)  # expect: DUO121
