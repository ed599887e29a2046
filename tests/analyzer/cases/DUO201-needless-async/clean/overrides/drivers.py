"""The base class or the protocol is async, so the override has to be."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from typing import Protocol


class Driver(ABC):
    @abstractmethod
    async def open(self) -> None:
        """Open it."""

    @abstractmethod
    async def read(self) -> bytes: ...

    async def close(self) -> None:
        """Nothing to do here; overridden where there is."""

    async def flush(self) -> None:
        await asyncio.sleep(0)

    async def seek(self, position: int) -> None:
        raise NotImplementedError


class Sink(Protocol):
    async def write(self, data: bytes) -> int: ...


async def copy(driver: Driver, sink: Sink) -> int:
    await driver.open()
    await driver.seek(0)
    written = await sink.write(await driver.read())
    await driver.flush()
    await driver.close()
    return written
