"""The default of the parameter is async, or nothing, as its annotation says, and what is given is plain."""

from collections.abc import Awaitable, Callable


async def evenly(seed: str) -> float:
    return 0.5


class Bed:
    def __init__(
        self,
        weigh: Callable[[str], Awaitable[float]] = evenly,
        space: Callable[[str], Awaitable[float]] | None = None,
        water: Callable[[str], Awaitable[float]] = lambda seed: evenly(seed),
    ) -> None:
        self.weigh = weigh
        self.space = space
        self.water = water

    async def sown(self, seeds: list[str]) -> float:
        return sum([await self.weigh(seed) + await self.water(seed) for seed in seeds])


bed = Bed(
    weigh=lambda seed: 1 / len(seed),  # expect: DUO702
    space=lambda seed: 2.0,  # expect: DUO702
    water=lambda seed: 3.0,  # expect: DUO702
)
