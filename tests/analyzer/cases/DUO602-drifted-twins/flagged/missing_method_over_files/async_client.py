"""The async twin."""


class AsyncQueue:
    def __init__(self, transport) -> None:
        self.transport = transport

    async def push(self, item: str, priority: int = 10) -> int:  # either: DUO602
        return await self.transport.send("push", item, priority)

    async def pop(self) -> str:
        return await self.transport.send("pop")
