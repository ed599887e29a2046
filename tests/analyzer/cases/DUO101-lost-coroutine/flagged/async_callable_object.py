"""The callee is an object with an async `__call__`, or a class attribute that is one."""

import asyncio


class Middleware:
    def __init__(self, name: str) -> None:
        self.name = name

    async def __call__(self, request: dict[str, str]) -> None:
        await asyncio.sleep(0)


class Stack:
    def __init__(self) -> None:
        self.first = Middleware("first")
        self.rest: list[Middleware] = []

    def handle(self, request: dict[str, str]) -> None:
        self.first(request)  # expect: DUO101
        for middleware in self.rest:
            middleware(request)  # expect: DUO101


Middleware("alone")({"path": "/"})  # expect: DUO101
