"""A name that only gets an underscore may be any: it is one of the few that others set to async functions."""

import asyncio


class Loop:
    def __init__(self, function) -> None:
        self.function = function
        self._before = None
        self._after = None

    def before(self, function):
        self._before = function
        return function

    async def _call(self, name: str, *args: object) -> None:
        function = getattr(self, "_" + name)
        if function is None:
            return
        await function(*args)

    def _next_time(self) -> float:
        return 1.0

    def _is_over(self) -> bool:
        return False

    async def _failed(self, error: Exception) -> None:
        await asyncio.sleep(0)
        print(error)

    async def run(self) -> None:
        await self._call("before")
        await asyncio.sleep(self._next_time())
        await self._call("failed", ValueError())
