"""A method is inherited from a class of another file, over two steps."""

import asyncio


class Transport:
    async def send_frame(self, frame: bytes) -> None:
        await asyncio.sleep(0)

    async def hang_up(self) -> None:
        await asyncio.sleep(0)
