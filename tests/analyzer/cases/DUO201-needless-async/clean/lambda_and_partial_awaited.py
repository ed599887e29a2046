"""Inner functions that are handed out as callbacks of an awaiting caller."""

import asyncio
from collections.abc import Awaitable, Callable


async def paged(fetch: Callable[[int], Awaitable[list[str]]]) -> list[str]:
    found: list[str] = []
    for page in range(3):
        found += await fetch(page)
    return found


async def main() -> list[str]:
    async def fetch(page: int) -> list[str]:
        return [str(page)]

    return await paged(fetch)


def make_app():
    async def app(scope, receive, send) -> None:
        print(scope["type"])

    return app


class Server:
    def __init__(self) -> None:
        self.on_request = self._default

    async def _default(self, request: str) -> str:
        return request

    async def serve(self, request: str) -> str:
        await asyncio.sleep(0)
        return await self.on_request(request)
