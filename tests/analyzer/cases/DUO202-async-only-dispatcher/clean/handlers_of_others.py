"""The handlers come from users of a library; nobody knows what they need."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

Handler = Callable[[str], Awaitable[None]]


class Consumer:
    def __init__(self, *handlers: Handler) -> None:
        self.handlers = list(handlers)

    def subscribe(self, handler: Handler) -> Handler:
        self.handlers.append(handler)
        return handler

    async def consume(self, message: str) -> None:
        for handler in self.handlers:
            await handler(message)


async def retry(times: int, function: Callable[[], Awaitable[None]]) -> None:
    for _ in range(times):
        await function()
