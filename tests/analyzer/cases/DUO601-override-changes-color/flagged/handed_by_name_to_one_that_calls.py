"""A method of an object from an untyped table goes to a helper that only calls it."""

import asyncio

PLUGINS = {}


class Plugin:
    def install(self, container) -> None:
        pass


class Users(Plugin):
    async def install(self, container) -> None:  # expect: DUO601
        await asyncio.sleep(0)


class Images(Plugin):
    def install(self, container) -> None:
        container.append("images")


def apply(function, *args):
    result = function(*args)
    print(result)
    return result


def install(container, name: str) -> None:
    plugin = PLUGINS[name]["plugin"]
    apply(plugin.install, container)
