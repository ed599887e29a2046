"""Plain functions are put into the container of an attribute, and its elements are awaited."""

import asyncio
from collections.abc import Awaitable, Callable


class Bus:
    def __init__(self):
        self._topics = {}
        self._all = set()
        self._named = {}

    def subscribe(self, topic, handler):
        self._topics[topic] = handler

    def on(self, handler):
        self._all.add(handler)
        return handler

    def named(self, name: str) -> Callable[[Callable[..., Awaitable[None]]], Callable[..., Awaitable[None]]]:
        def register(function):
            self._named[name] = function
            return function

        return register

    async def publish(self, topic, event):
        handler = self._topics.get(topic)
        if handler is not None:
            await handler(event)
        for other in list(self._all):
            await other(event)

    async def call(self, name, event):
        await self._named[name](event)


def remember(event):
    print(event)


async def send(event):
    await asyncio.sleep(0)


bus = Bus()
bus.subscribe("a", remember)  # expect: DUO702
bus.subscribe("b", send)
bus.on(send)


@bus.on  # expect: DUO702
def count(event):
    print(event)


@bus.named("show")  # expect: DUO702
def show(event):
    print(event)
