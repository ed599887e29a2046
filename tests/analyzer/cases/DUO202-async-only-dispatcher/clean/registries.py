"""Registries with a handler that suspends, one that came from elsewhere, or one alone."""

import asyncio

from vendor_sdk import handlers


class Bus:
    def __init__(self):
        self.suspending = []
        self.foreign = list(handlers)
        self.added = []
        self.single = []
        self.either = []

    def subscribe(self, function):
        self.suspending.append(function)

    def adopt(self, function):
        self.foreign.append(function)

    def add(self, function):
        self.added.append(function)

    def only(self, function):
        self.single.append(function)

    def both(self, function):
        self.either.append(function)

    async def publish(self, event):
        for function in self.suspending:
            await function(event)
        for function in self.foreign:
            await function(event)
        for function in self.added:
            await function(event)
        for function in self.single:
            await function(event)
        for function in self.either:
            result = function(event)
            if asyncio.iscoroutine(result):
                await result


seen = []


async def remember(event):
    seen.append(event)


async def count(event):
    seen.append(len(event))


async def send(event):
    await asyncio.sleep(0)


def wire(bus: Bus, more) -> None:
    bus.subscribe(remember)
    bus.subscribe(count)
    bus.subscribe(send)
    bus.adopt(remember)
    bus.adopt(count)
    bus.add(remember)
    bus.add(count)
    bus.add(more)
    bus.only(remember)
    bus.both(remember)
    bus.both(count)
