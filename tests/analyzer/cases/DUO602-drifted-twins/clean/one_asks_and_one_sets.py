"""A plain method tells what is there, and the async one of its name changes it on the device."""


class Receiver:
    def __init__(self, device) -> None:
        self.device = device
        self.levels: dict[str, float] = {}

    def level(self, channel: str) -> float | None:
        """Tell the level of a channel."""
        self.check()
        return self.levels.get(channel)

    async def async_level(self, channel: str, value: float) -> None:
        """Set the level of a channel."""
        if value > 12:
            raise ValueError(value)
        await self.device.send(f"{channel} {value}")

    def check(self) -> None:
        if not self.levels:
            raise RuntimeError("nothing is known yet")
