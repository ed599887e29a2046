"""The annotation promises a plain function, and whoever calls it asks, or awaits what it gives."""

import asyncio
import dataclasses
import inspect
from collections.abc import Callable

Listener = Callable[[str], None]


class Bus:
    def __init__(self) -> None:
        self.listeners: set[tuple[Listener, str]] = set()

    def subscribe(self, listener: Listener, topic: str) -> None:
        self.listeners.add((listener, topic))

    async def publish(self, topic: str) -> None:
        for listener, wanted in self.listeners:
            if wanted == topic:
                if inspect.iscoroutinefunction(listener):
                    await listener(topic)
                else:
                    listener(topic)


@dataclasses.dataclass
class Consumer:
    receive: Listener
    topic: str


async def consume(consumer) -> None:
    await consumer.receive(consumer.topic)


async def show(topic: str) -> None:
    await asyncio.sleep(0)
    print(topic)


bus = Bus()
bus.subscribe(show, "news")
consumers = [Consumer(show, "news")]
