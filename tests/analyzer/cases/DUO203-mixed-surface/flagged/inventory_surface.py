"""Queries are async and commands are plain, although both only touch memory."""

import asyncio
from dataclasses import dataclass, field


@dataclass
class Inventory:  # expect: DUO203
    counts: dict[str, int] = field(default_factory=dict)

    def add(self, item: str, count: int) -> None:
        self.counts[item] = self.counts.get(item, 0) + count

    def remove(self, item: str) -> None:
        self.counts.pop(item)

    async def count(self, item: str) -> int:  # may: DUO201
        return self.counts.get(item, 0)

    async def items(self) -> list[str]:  # may: DUO201
        return sorted(self.counts)

    async def total(self) -> int:  # may: DUO201
        return sum(self.counts.values())


async def report(inventory: Inventory) -> str:
    inventory.add("tea", 1)
    await asyncio.sleep(0)
    items = await inventory.items()
    return f"{items} {await inventory.total()} {await inventory.count('tea')}"
