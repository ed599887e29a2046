"""What is dropped can't be read, so that an `await` may be missing there: the function doesn't suspend either way."""

import metering


class Gauge:
    def __init__(self) -> None:
        self.meter = metering.Meter()

    async def observe(self, seconds: float) -> None:  # expect: DUO201
        self.meter.take_down(seconds)

    async def run_all(self) -> None:
        await self.observe(1.0)
