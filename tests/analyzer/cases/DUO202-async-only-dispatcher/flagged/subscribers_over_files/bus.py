"""Subscribers in other files never suspend; the bus awaits each of them."""

import asyncio


class Bus:
    def __init__(self):
        self._subscribers = []

    def subscribe(self, function):
        self._subscribers.append(function)

    async def publish(self, event):
        for subscriber in self._subscribers:
            await subscriber(event)  # expect: DUO202
        await asyncio.sleep(0)
