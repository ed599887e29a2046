"""A plain override stands where the base is async, so that awaiting it fails."""

import asyncio
from abc import ABC, abstractmethod


class Exporter(ABC):
    @abstractmethod
    async def export(self, rows: list[str]) -> int:
        """Write the rows somewhere."""

    async def close(self) -> None:
        await asyncio.sleep(0)


class ListExporter(Exporter):
    def __init__(self) -> None:
        self.rows: list[str] = []

    def export(self, rows: list[str]) -> int:  # expect: DUO601
        self.rows += rows
        return len(rows)

    def close(self) -> None:  # expect: DUO601
        self.rows.clear()


async def run(exporter: Exporter, rows: list[str]) -> None:
    await exporter.export(rows)
    await exporter.close()
