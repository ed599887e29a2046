"""A way to a service that can be cut: what is under way breaks off in the middle, as where its machine dies."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

__all__ = ["Way", "way_to"]


class Way:
    """Connections to one port that lead to another."""

    def __init__(self, target: int) -> None:
        """Lead there."""
        self.port = 0
        self.is_rotten = False
        """Whether each connection breaks as soon as something was said on it."""
        self.broken = 0
        """How many have broken so."""
        self._target = target

    async def lead(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass on what comes, in both directions."""
        onward, back = await asyncio.open_connection("127.0.0.1", self._target)
        await asyncio.gather(self._pass_on(reader, back), self._pass_on(onward, writer))

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(1 << 16):
                if self.is_rotten:
                    self.broken += 1
                    break
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        finally:
            writer.transport.abort()


@asynccontextmanager
async def way_to(target: int) -> AsyncGenerator[Way]:
    """Have a way to a port of this machine."""
    way = Way(target)
    async with await asyncio.start_server(way.lead, "127.0.0.1", 0) as server:
        way.port = server.sockets[0].getsockname()[1]
        yield way
        server.close()
