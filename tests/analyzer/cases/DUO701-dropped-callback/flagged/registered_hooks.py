"""Async functions are put into the container of an attribute, and its elements are only called."""

import asyncio


class Bus:
    def __init__(self):
        self.handlers = []
        self.by_name = {}

    def subscribe(self, handler):
        self.handlers.append(handler)

    def register(self, name, handler):
        self.by_name[name] = handler

    def publish(self, event):
        for handler in self.handlers:
            handler(event)

    def call(self, name, event):
        print(f"{name}: {self.by_name[name](event)}")


async def send(event):
    await asyncio.sleep(0)


def remember(event):
    print(event)


bus = Bus()
bus.subscribe(send)  # expect: DUO701
bus.subscribe(remember)
bus.register("send", send)  # expect: DUO701
