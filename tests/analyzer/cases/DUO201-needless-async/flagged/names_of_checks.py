"""A function within another, or a method of what is no test, may begin with `test` where no tests are."""

import asyncio
from collections.abc import Callable


class Valve:
    def __init__(self) -> None:
        self.checks: list[Callable[[int], bool]] = []

    def guard(self, limit: int) -> None:
        def test_pressure(value: int) -> bool:
            return value < limit

        self.checks.append(test_pressure)

    def test_seal(self) -> bool:
        return bool(self.checks)

    async def open(self, turns: int) -> int:
        await asyncio.sleep(0)
        return turns

    async def measure_flow(self, turns: int) -> int:  # expect: DUO201
        return turns * len(self.checks)
