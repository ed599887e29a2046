"""A client whose methods are async as they are written, and plain for those who import the other module."""

import asyncio


class Client:
    async def start(self) -> "Client":
        await asyncio.sleep(0)
        return self

    async def stop(self) -> None:
        await asyncio.sleep(0)

    def __enter__(self) -> "Client":
        return self.start()

    def __exit__(self, *args: object) -> None:
        self.stop()
