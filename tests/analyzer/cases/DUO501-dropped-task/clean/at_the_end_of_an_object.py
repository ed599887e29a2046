"""An object that goes closes what it had, as well as it can."""

import asyncio
import contextlib


class Client:
    async def aclose(self) -> None:
        await asyncio.sleep(0)

    def __del__(self) -> None:
        with contextlib.suppress(Exception):
            asyncio.get_running_loop().create_task(self.aclose())
