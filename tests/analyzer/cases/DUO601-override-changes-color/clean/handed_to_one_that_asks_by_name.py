"""Methods of objects from an untyped table go to a helper that takes either color, or are called and asked by it."""

import asyncio
import inspect

PLUGINS = {}


class Plugin:
    def install(self, container) -> None:
        pass

    def remove(self, container) -> None:
        pass

    def rename(self, container) -> None:
        pass


class Users(Plugin):
    async def install(self, container) -> None:
        await asyncio.sleep(0)

    async def remove(self, container) -> None:
        await asyncio.sleep(0)

    async def rename(self, container) -> None:
        await asyncio.sleep(0)


class Images(Plugin):
    def install(self, container) -> None:
        container.append("images")

    def remove(self, container) -> None:
        container.remove("images")

    def rename(self, container) -> None:
        container.reverse()


async def apply(function, *args):
    result = function(*args)
    if asyncio.iscoroutine(result):
        return await result
    return result


async def install(container, name: str) -> None:
    plugin = PLUGINS[name]["plugin"]
    await apply(plugin.install, container)


async def remove(container, name: str) -> None:
    method = PLUGINS[name]["plugin"].remove
    left = method(container)
    if inspect.isawaitable(left):
        await left


async def rename(container, name: str) -> None:
    method = getattr(PLUGINS[name]["plugin"], "rename", None)
    renamed = method(container)
    if inspect.isawaitable(renamed):
        await renamed
