"""A parameter whose type both could have, one that is no other's spelling, and plain methods that call plain ones."""

from towers import Bells


class Ringer:
    def ring(self, tune: str, louder: bool) -> str:  # expect: DUO602
        raise NotImplementedError

    async def async_ring(self, tune: str, louder: bool, bells: Bells) -> str:
        raise NotImplementedError


class Tune:
    def play(self, name: str, strike_counts: dict | None = None, *, pauseCounts: dict | None = None) -> str:
        self._begin(name, pauseCounts)
        self._play(name, strike_counts)
        return self._end(name)


class AsyncTune:
    async def play(self, name: str, strike_counts: dict | None = None) -> str:  # expect: DUO602
        await self._begin(name)
        await self._play(name, strike_counts)
        return await self._end(name)


class Strikes:
    def strike(self, hour: int, silent: bool = False) -> int:
        return self._strike(hour, silent)

    async def astrike(self, hour: int) -> int:  # expect: DUO602
        return await self._astrike(hour)

    def _strike(self, hour: int, silent: bool) -> int:
        return hour

    async def _astrike(self, hour: int) -> int:
        return hour
