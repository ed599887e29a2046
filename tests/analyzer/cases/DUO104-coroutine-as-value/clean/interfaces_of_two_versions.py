"""What others here await is called with fewer arguments, and gives what is to be called and awaited."""

from typing import Any


class Middleware:
    def __init__(self, app: Any, version: int) -> None:
        self.app = app
        self.version = version

    async def run(self, scope: Any, receive: Any, send: Any) -> Any:
        if self.version == 2:
            return await self.app(scope)(receive, send)
        else:
            return await self.app(scope, receive, send)

    async def run_again(self, scope: Any, receive: Any, send: Any) -> Any:
        return await self.app(scope, receive, send)
