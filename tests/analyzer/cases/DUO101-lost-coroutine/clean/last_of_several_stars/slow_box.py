"""Boxes that take their time."""

import asyncio


class Box:
    """A box of letters."""

    async def empty(self) -> None:
        """Take everything out."""
        await asyncio.sleep(0)
