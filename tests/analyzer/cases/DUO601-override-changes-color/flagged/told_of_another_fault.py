"""What pylint was told is about another fault, or stands in the body."""

import asyncio


class Wire:
    def connect(self) -> str:
        return ""

    def publish(self, payload: str) -> str:
        return payload


class SlowWire(Wire):
    async def connect(self) -> str:  # pylint: disable=arguments-differ  # expect: DUO601
        await asyncio.sleep(0)
        return ""

    async def publish(self, payload: str) -> str:  # expect: DUO601
        class Inner(Wire):
            async def connect(self) -> str:  # pylint: disable=invalid-overridden-method
                await asyncio.sleep(0)
                return ""

        return await Inner().connect() + payload
