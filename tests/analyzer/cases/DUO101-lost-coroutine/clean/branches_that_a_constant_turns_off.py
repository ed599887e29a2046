"""Sources of two colors, in which a constant says which branches belong to this one."""

import asyncio
import socket


async def gather(*parts: str) -> None:
    await asyncio.sleep(0)


class Library:
    def __init__(self) -> None:
        self.shelf = "atlas"

    def _set_shelf(self, shelf: str) -> None:
        if True:  # ASYNC
            raise AttributeError("use set_shelf() instead")
        else:
            self.set_shelf(shelf)

    async def set_shelf(self, shelf: str) -> None:
        await asyncio.sleep(0)
        self.shelf = shelf

    if False:  # ASYNC

        def __del__(self) -> None:
            gather(self.shelf)

    async def address(self, host: str) -> object:
        if True:  # ASYNC
            return await asyncio.get_running_loop().getaddrinfo(host, 80)
        else:
            return socket.getaddrinfo(host, 80)

    async def close(self) -> None:
        if False:
            await asyncio.sleep(0)


if True:

    def opened() -> Library:
        return Library()

else:

    async def opened() -> Library:
        return Library()


opened()
