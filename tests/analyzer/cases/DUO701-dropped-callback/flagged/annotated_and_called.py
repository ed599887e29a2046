"""The annotation promises a plain function, and nobody asks what was given."""

import asyncio
from collections.abc import Callable


class Bus:
    def __init__(self) -> None:
        self.listeners: set[tuple[Callable[[str], None], str]] = set()

    def subscribe(self, listener: Callable[[str], None], topic: str) -> None:
        self.listeners.add((listener, topic))

    def publish(self, topic: str) -> None:
        for listener, wanted in self.listeners:
            if wanted == topic:
                listener(topic)


async def show(topic: str) -> None:
    await asyncio.sleep(0)
    print(topic)


bus = Bus()
bus.subscribe(show, "news")  # expect: DUO701
