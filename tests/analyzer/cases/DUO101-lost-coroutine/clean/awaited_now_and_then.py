"""A library whose calls are queued by themselves, and can be waited for: most callers don't."""

from bus import Bus


class Session:
    def __init__(self, bus: Bus) -> None:
        self.bus = bus

    async def start(self) -> None:
        await self.bus.dispatch("starting")
        self.bus.dispatch("started")

    async def stop(self) -> None:
        self.bus.dispatch("stopping")
        self.bus.dispatch("stopped")
