"""What a test told of an attribute, where it is set anew, where branches meet, and after the loop around it."""

import asyncio


class History:
    def shrink(self) -> int:
        return 0


class Shrinking:
    async def shrink(self) -> int:
        await asyncio.sleep(0)
        return 1


class Chat:
    def __init__(self, history: History | Shrinking) -> None:
        self.history = history

    async def start_over(self) -> None:
        if not isinstance(self.history, Shrinking):
            return
        await self.history.shrink()
        self.history = History()
        self.history.shrink()

    async def either(self) -> None:
        if isinstance(self.history, Shrinking):
            await self.history.shrink()
        elif isinstance(self.history, History):
            self.history.shrink()

    async def after_all(self, names: list[str], history: History) -> None:
        for name in names:
            if not isinstance(self.history, Shrinking):
                continue
            print(name, await self.history.shrink())
        self.history = history
        self.history.shrink()
