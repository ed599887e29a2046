"""The author knows, and has told pylint, on any line of the header of the method."""

import asyncio


class Wire:
    def connect(self) -> str:
        return ""

    def publish(self, payload: str, *, retries: int = 3) -> str:
        return payload * retries


class SlowWire(Wire):
    async def connect(self) -> str:  # pylint: disable=arguments-differ, invalid-overridden-method
        await asyncio.sleep(0)
        return ""

    async def publish(
        self,
        payload: str,
        *,
        retries: int = 3,
    ) -> str:  # pylint: disable=invalid-overridden-method
        await asyncio.sleep(0)
        return payload * retries


class OldWire(Wire):
    async def connect(self) -> str:
        # pylint: disable=W0236
        await asyncio.sleep(0)
        return ""

    async def publish(
        self,
        payload: str,  # type: ignore[override]
        *,
        retries: int = 3,
    ) -> str:
        await asyncio.sleep(0)
        return payload * retries
