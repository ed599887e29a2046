"""Boxes that letters are put into."""

import asyncio

__all__ = ["Box"]


class Box:
    """A box of letters."""

    async def empty(self) -> None:
        """Take everything out."""
        await asyncio.sleep(0)
