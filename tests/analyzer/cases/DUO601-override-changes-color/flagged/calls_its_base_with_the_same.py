"""An async override calls what it overrides with all that it was given itself."""

import asyncio


class Bus:
    def request(self, name: str) -> str:
        return name


class SlowBus(Bus):
    async def request(self, name: str) -> str:  # expect: DUO601
        await asyncio.sleep(1)
        return super().request(name)


def ask(bus: Bus) -> str:
    return bus.request("name").upper()
