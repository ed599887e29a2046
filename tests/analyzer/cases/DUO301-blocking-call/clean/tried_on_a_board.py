"""A class that is there only where a module of boards can be imported."""

import asyncio
import time

try:
    import uio

    class Flag(uio.IOBase):
        async def wait(self) -> None:
            time.sleep(1)
            await asyncio.sleep(1)

except ImportError:
    pass
