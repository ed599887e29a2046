"""The author knows, and has told the type checker."""

import asyncio


class Result:
    def close(self) -> None:
        pass

    def rows(self) -> list[str]:
        return []


class WaitingResult(Result):
    async def close(self) -> None:  # type: ignore[override]
        await asyncio.sleep(0)

    async def rows(self) -> list[str]:  # pyright: ignore[reportIncompatibleMethodOverride]
        await asyncio.sleep(0)
        return []


class OtherResult(Result):
    async def close(self) -> None:  # type: ignore
        await asyncio.sleep(0)

    async def rows(  # ty: ignore[invalid-method-override]
        self,
    ) -> list[str]:
        await asyncio.sleep(0)
        return []
