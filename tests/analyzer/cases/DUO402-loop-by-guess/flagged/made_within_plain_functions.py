"""An object asks for the loop, and a function within a plain one makes it, where no loop is running."""

import asyncio


class Resolver:
    def __init__(self, name: str) -> None:
        self.name = name
        self.loop = asyncio.get_event_loop()  # expect: DUO402

    def found(self, coroutine):
        return self.loop.run_until_complete(coroutine)


def prepared(options: dict) -> None:
    def resolver():
        return Resolver("local")

    options["resolvers"] = {"local": resolver}
