"""The parameter is declared to give something to await, and its own default is plain, as everything that is given."""

from collections.abc import Awaitable, Callable


def evenly(seed: str) -> float:
    return 0.5


class Bed:
    def __init__(
        self,
        weigh: Callable[[str], Awaitable[float]] = lambda seed: 1.0,
        space: Callable[[str], Awaitable[float]] = evenly,
    ) -> None:
        self.weigh = weigh
        self.space = space

    def sown(self, seeds: list[str]) -> list[str]:
        return sorted(seeds, key=lambda seed: -self.weigh(seed))

    def spaced(self, seeds: list[str]) -> list[float]:
        return [self.space(seed) + 1 for seed in seeds]


bed = Bed(weigh=lambda seed: 1 / len(seed), space=lambda seed: 2.0)
