"""A caller awaits a handler of its own for each kind of event, and nearly all of them wait for something."""

import asyncio


class Switchboard:
    def __init__(self) -> None:
        self.waiting: set[str] = set()
        self.log: list[str] = []

    async def process(self, kind: str, caller: str) -> None:
        match kind:
            case "ring":
                await self._handle_ring(caller)
            case "answer":
                await self._handle_answer(caller)
            case "hang up":
                await self._handle_hang_up(caller)
            case "hold":
                await self._handle_hold(caller)
        self.log.append(kind)

    async def _handle_ring(self, caller: str) -> None:
        await asyncio.sleep(1)
        self.log.append(caller)

    async def _handle_answer(self, caller: str) -> None:
        await asyncio.sleep(0)
        self.waiting.discard(caller)

    async def _handle_hang_up(self, caller: str) -> None:
        await self._handle_answer(caller)

    async def _handle_hold(self, caller: str) -> None:
        self.waiting.add(caller)
