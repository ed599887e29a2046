"""Where frames go."""

import asyncio


class Output:
    async def capture_frame(self, frame: bytes) -> None:
        await asyncio.sleep(0)
