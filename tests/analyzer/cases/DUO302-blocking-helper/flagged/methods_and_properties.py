"""The helper is a method, an inherited method, a constructor or a context manager."""

import asyncio
import time


class Probe:
    def settle(self) -> None:
        time.sleep(0.5)


class Thermometer(Probe):
    def __init__(self) -> None:
        time.sleep(0.1)

    def read(self) -> float:
        self.settle()
        return 20.0


class Pump:
    def __init__(self, probe: Probe) -> None:
        self.probe = probe

    async def run(self) -> float:
        self.probe.settle()  # expect: DUO302
        await asyncio.sleep(0)
        thermometer = Thermometer()  # expect: DUO302
        return thermometer.read()  # expect: DUO302
