"""Types that are written as strings, as type comments, or imported for the type checker alone."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, ClassVar, Final

if TYPE_CHECKING:
    from collections.abc import Sequence


class Valve:
    async def open_fully(self) -> None:
        await asyncio.sleep(0)


MAIN: Final = Valve()


class Plant:
    shared: ClassVar[Valve] = Valve()

    def flood(self, valves: "Sequence[Valve]") -> None:
        for valve in valves:
            valve.open_fully()  # expect: DUO101
        self.shared.open_fully()  # expect: DUO101
        MAIN.open_fully()  # expect: DUO101

    def drain(self, valve: "Valve | None") -> None:
        assert valve is not None
        valve.open_fully()  # expect: DUO101
