"""An empty body is there to be replaced: below its class, by what looks like a protocol, or by an import."""

import asyncio
from abc import ABC, abstractmethod
from typing import Protocol

try:
    from bells import ring
except ImportError:

    async def ring(bell: str) -> None:
        pass


class Guide(Protocol):
    async def _lead(self, group: str) -> None: ...


class Tour(ABC):
    async def _open(self) -> None:
        pass

    @abstractmethod
    async def _close(self) -> None:
        """Whoever has a tour knows how it ends."""

    async def _pause(self) -> None:
        raise NotImplementedError

    async def go(self, guide: Guide) -> None:
        asyncio.create_task(ring("gate"))  # expect: DUO501
        asyncio.create_task(guide._lead("blue"))  # expect: DUO501
        asyncio.create_task(self._open())  # expect: DUO501
        asyncio.create_task(self._close())  # expect: DUO501
        asyncio.create_task(self._pause())  # expect: DUO501
        await asyncio.sleep(1)


class MuseumTour(Tour):
    async def _open(self) -> None:
        await asyncio.open_connection("museum", 80)
