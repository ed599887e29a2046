"""A parameter that takes what an async module has, one in an older spelling, and a plain method that gives an awaitable."""

import towers.asyncbells


class Ringer:
    def ring(self, tune: str, timeout: float, louder: bool = False) -> str:
        raise NotImplementedError

    async def async_ring(
        self, tune: str, timeout: float, bells: towers.asyncbells.Bells, louder: bool = False
    ) -> str:
        raise NotImplementedError


class Tune:
    def play(self, name: str, strike_counts: dict | None = None, *, strikeCounts: dict | None = None) -> str:
        if strikeCounts is not None:
            if strike_counts is not None:
                raise ValueError("given twice")
            strike_counts = strikeCounts
        self._begin(name)
        self._play(name, strike_counts)
        return self._end(name)


class AsyncTune:
    async def play(self, name: str, strike_counts: dict | None = None) -> str:
        await self._begin(name)
        await self._play(name, strike_counts)
        return await self._end(name)


class Strikes:
    def __init__(self, bells) -> None:
        self.bells = bells
        self.left = 12

    async def __anext__(self):
        if not self.left:
            raise StopAsyncIteration
        self.left -= 1
        return await self._next_one()

    def __next__(self):
        if not self.left:
            raise StopIteration
        self.left -= 1
        return self._next_one(silent=True)

    async def _next_one(self, silent: bool = False):
        return await self.bells.strike(silent)
