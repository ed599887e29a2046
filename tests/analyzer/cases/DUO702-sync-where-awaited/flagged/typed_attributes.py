"""A field, a parameter with a default or a keyword takes a coroutine function and gets a plain one."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass


@dataclass
class Route:
    path: str
    endpoint: Callable[[str], Awaitable[str]]

    async def call(self, request: str) -> str:
        return await self.endpoint(request)


def home(request: str) -> str:
    return request


class Pages:
    def about(self, request: str) -> str:
        return request

    def routes(self) -> list[Route]:
        return [
            Route("/", home),  # expect: DUO702
            Route("/about", endpoint=self.about),  # expect: DUO702
        ]


async def main() -> None:
    for route in Pages().routes():
        await route.call("request")
    await asyncio.sleep(0)
