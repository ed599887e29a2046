"""The override."""

from plugins import NamedPlugin


class Printing(NamedPlugin):
    def activate(self) -> None:  # expect: DUO601
        print("activated")

    def describe(self) -> str:
        return "prints"


async def start(plugins: list[NamedPlugin]) -> None:
    for plugin in plugins:
        await plugin.activate()
