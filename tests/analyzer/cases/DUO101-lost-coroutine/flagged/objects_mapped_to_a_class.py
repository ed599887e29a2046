"""Objects that a class was mapped to, in a list and without one."""

import asyncio


class Probe:
    def __init__(self, address: str) -> None:
        self.address = address

    async def close(self) -> None:
        await asyncio.sleep(0)


class Panel:
    def __init__(self, addresses: list[str]) -> None:
        self.probes = list(map(Probe, addresses))

    async def close(self) -> None:
        for probe in self.probes:
            probe.close()  # expect: DUO101


async def close_all(addresses: list[str]) -> None:
    for probe in map(Probe, addresses):
        probe.close()  # expect: DUO101
