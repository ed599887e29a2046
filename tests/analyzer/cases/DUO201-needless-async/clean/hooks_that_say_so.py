"""A method that says that it may be overridden is async for those who do."""

import asyncio


class Bot:
    async def before_message(self, text: str) -> str:
        """Called for every message. Override it to look at the text before the commands do."""
        return text.strip()

    async def feed(self, text: str) -> None:
        await asyncio.sleep(0)
        print(await self.before_message(text))
