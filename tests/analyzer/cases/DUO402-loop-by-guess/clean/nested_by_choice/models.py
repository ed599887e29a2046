"""A plain face over an async method."""

import asyncio

from loops import Nesting


class Model:
    def complete(self, text: str) -> str:
        Nesting.apply_once()
        return asyncio.get_event_loop().run_until_complete(self.acomplete(text))

    async def acomplete(self, text: str) -> str:
        await asyncio.sleep(0)
        return text
