"""Streams that letters come from, under the names of the standard library."""

import asyncio
import io as _io

__all__ = list(_io.__all__)


class BytesIO:
    """Bytes that are written without holding up anybody."""

    async def flush(self) -> None:
        """Write what is left."""
        await asyncio.sleep(0)
