"""A list that is empty where nothing was given has the same elements where something was."""

import asyncio
from collections.abc import Mapping, Sequence


class Route:
    async def handle(self, path: str) -> None:
        await asyncio.sleep(0)


class Router:
    def __init__(self, routes: Sequence[Route] | None = None, named: Mapping[str, Route] | None = None) -> None:
        self.routes = [] if routes is None else list(routes)
        self.named = named or {}

    async def handle(self, path: str) -> None:
        for route in self.routes:
            route.handle(path)  # expect: DUO101
        for route in self.named.values():
            route.handle(path)  # expect: DUO101
        for route in self.routes or ():
            route.handle(path)  # expect: DUO101
