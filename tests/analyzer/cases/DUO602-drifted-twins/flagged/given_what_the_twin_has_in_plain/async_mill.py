"""The async twin may be given a ledger."""

from granary.ext.asyncio import AsyncLedger


class AsyncMill:
    def __init__(self, stone: str, limit: int = 3, ledger: AsyncLedger | None = None) -> None:
        self.stone = stone
        self.limit = limit
        self._ledger = ledger or AsyncLedger(stone)

    async def grind(self, sack: str) -> str:
        return await self._ledger.enter(sack, self.stone)
