"""The coroutine."""

import asyncio

from models import SessionInfo


class Sessions:
    async def info(self, key: str) -> SessionInfo:
        await asyncio.sleep(0)
        return SessionInfo("open", "root")
