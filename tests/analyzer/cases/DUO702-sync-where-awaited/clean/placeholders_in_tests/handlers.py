"""Handlers whose callbacks are awaited."""

from collections.abc import Awaitable, Callable


class Handler:
    def __init__(self, callback: Callable[[str], Awaitable[None]], pattern: str = "") -> None:
        self.callback = callback
        self.pattern = pattern

    def takes(self, text: str) -> bool:
        return text.startswith(self.pattern)

    async def handle(self, text: str) -> None:
        await self.callback(text)
