"""A dictionary with keys that are written down holds something else under each."""

import asyncio


class Engine:
    async def stop(self) -> None:
        await asyncio.sleep(0)


class Timer:
    def stop(self) -> None:
        print("stopped")


class Machine:
    def __init__(self, parts: dict) -> None:
        self.parts = {}
        self.parts["engine"] = Engine()
        self.parts.update(parts)

    async def stop(self) -> None:
        self.parts["timer"].stop()
        await self.parts["engine"].stop()
