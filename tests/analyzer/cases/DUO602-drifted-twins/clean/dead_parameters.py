"""A parameter that its own function has no use for is dead, and a function that has to be given has a color."""


class Bell:
    def ring(self, tone: str, room: str | None = None, times: int = 1) -> str:
        return self.tower.ring(tone, times=times)


class AsyncBell:
    async def ring(self, tone: str, times: int = 1) -> str:
        return await self.tower.ring(tone, times=times)


def strike(bell: Bell, tone: str, tune) -> str:
    """Ring a bell that is tuned by a plain function."""
    return bell.ring(tune(tone))


async def astrike(bell: AsyncBell, tone: str) -> str:
    """Ring a bell that is tuned by the tower."""
    return await bell.ring(await bell.tower.tune(tone))
