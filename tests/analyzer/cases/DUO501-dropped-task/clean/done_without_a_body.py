"""What has nothing to do, or nothing any more, is done in one step; nobody overrides what is private or no method."""

import asyncio


async def ring(bell: str) -> None:
    pass


async def sweep(hall: str) -> None:
    """The hall is swept by others."""


async def count(guests: list[str]) -> None:
    return None


class Hotel:
    async def _write_down(self, guest: str) -> None:
        """The book is full: nothing is written down any more."""
        pass

    async def air(self, room: int) -> None:
        """Nothing overrides it here, and others may, so the finding is only possible."""

    async def _lock(self, room: int) -> None:
        print(room)

    async def arrive(self, guest: str) -> None:
        asyncio.create_task(ring("front"))
        asyncio.create_task(sweep("front"))
        asyncio.create_task(count([guest]))
        asyncio.create_task(self._write_down(guest))
        asyncio.create_task(self._lock(1))
        asyncio.create_task(self.air(1))

        async def wave() -> None: ...

        asyncio.ensure_future(wave())
        await asyncio.sleep(1)


class OpenHotel(Hotel):
    async def _lock(self, room: int) -> None:
        pass
