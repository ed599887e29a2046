"""Another class has the same async methods, and one may take the place of the other; what only raises is empty."""

import asyncio


class MemoryBus:
    def __init__(self) -> None:
        self.rows: list[str] = []

    def size(self) -> int:
        return len(self.rows)

    def clear(self) -> None:
        self.rows.clear()

    async def publish(self, row: str) -> None:
        self.rows.append(row)

    async def latest(self) -> str:
        return self.rows[-1]


class RemoteBus:
    async def publish(self, row: str) -> None:
        await asyncio.sleep(0)

    async def latest(self) -> str:
        await asyncio.sleep(0)
        return ""


class Router:
    def handle(self, name: str) -> str:
        return name

    def rules(self) -> list[str]:
        return []

    async def resolved(self, name: str) -> str:
        raise RuntimeError("not here")

    async def fallback(self, name: str) -> str:
        message = f"no fallback for {name}"
        raise RuntimeError(message)


async def main(bus: MemoryBus, router: Router) -> None:
    await bus.publish("a")
    print(await bus.latest(), bus.size())
    print(await router.resolved("a"), await router.fallback("a"))
