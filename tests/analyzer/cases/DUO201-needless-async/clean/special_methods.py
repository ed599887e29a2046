"""Special methods have the color that the language gives them."""

from __future__ import annotations


class Quiet:
    async def __aenter__(self) -> Quiet:
        return self

    async def __aexit__(self, *details: object) -> None:
        return None

    def __aiter__(self) -> Quiet:
        return self

    async def __anext__(self) -> int:
        raise StopAsyncIteration


class Middleware:
    def __init__(self, app) -> None:
        self.app = app

    async def __call__(self, scope, receive, send) -> None:
        if scope["type"] == "http":
            print(scope)
