"""Both methods of a name tell what is there, and one of them doesn't take how."""


class Receiver:
    def __init__(self, device) -> None:
        self.device = device
        self.levels: dict[str, float] = {}

    def level(self, channel: str) -> float | None:  # expect: DUO602
        """Tell the level of a channel."""
        self.check()
        return self.levels.get(channel)

    async def async_level(self, channel: str, unit: str = "dB") -> float | None:
        """Tell the level of a channel."""
        found = await self.device.ask(channel)
        return self.in_unit(found, unit)

    def check(self) -> None:
        if not self.levels:
            raise RuntimeError("nothing is known yet")

    def in_unit(self, found: float, unit: str) -> float:
        return found if unit == "dB" else 10 ** (found / 20)
