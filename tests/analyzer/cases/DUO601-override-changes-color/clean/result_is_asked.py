"""Whoever calls the hooks asks whether there is something to await."""

import inspect


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
