"""An object asks for the loop, and only functions within a coroutine make it, wherever the coroutine puts those."""

import asyncio


class Resolver:
    def __init__(self, name: str) -> None:
        self.name = name
        self.loop = asyncio.get_event_loop()


async def search(names: list[str], options: dict) -> list[str]:
    def resolver():
        return Resolver("local")

    options["resolvers"] = {"local": resolver}
    found = options["resolvers"]["local"]()
    await asyncio.sleep(0)
    return [found.name, *names]
