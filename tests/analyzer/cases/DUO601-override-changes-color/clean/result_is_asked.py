"""Whoever calls the hooks asks whether there is something to await."""

import inspect
from collections.abc import Awaitable


class Plugin:
    async def start(self, server: object) -> None:
        """Run when the server starts."""

    def setup(self, server: object) -> None:
        """Run before the server starts."""


class Plain(Plugin):
    def start(self, server: object) -> None:
        print(server)


class Patient(Plugin):
    async def setup(self, server: object) -> None:
        print(server)


async def run(plugins, server: object) -> None:
    for plugin in plugins:
        result = plugin.setup(server)
        if inspect.isawaitable(result):
            await result
        if inspect.isawaitable(started := plugin.start(server)):
            await started


class Handshake:
    async def process(self, path: str) -> int | None:
        return None

    async def shake(self, path: str) -> int | None:
        given = self.process(path)
        return await given if isinstance(given, Awaitable) else given

    async def check(self, path: str) -> bool:
        return True

    async def is_wanted(self, path: str) -> bool:
        given = self.check(path)
        if hasattr(given, "__await__"):
            given = await given
        return given


class PlainHandshake(Handshake):
    def process(self, path: str) -> int | None:
        return 200

    def check(self, path: str) -> bool:
        return False
