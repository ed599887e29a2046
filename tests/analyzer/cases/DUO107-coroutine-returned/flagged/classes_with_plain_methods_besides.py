"""A decorator of the class gives it a plain method beside each async one, which stays what it is."""

import inspect

from asgiref.sync import async_to_sync


def add_sync_methods(cls):
    methods = {**cls.__dict__}
    for name, value in methods.items():
        sync_name = name + "_sync"
        if sync_name not in methods and inspect.iscoroutinefunction(value):
            setattr(cls, sync_name, async_to_sync(value))
    return cls


@add_sync_methods
class Client:
    async def send(self, text: str) -> int:
        return await self.connection.send(text)

    async def send_twice(self, text: str) -> int:
        await self.send(text)
        return self.send(text)  # expect: DUO107


def sent(client: Client) -> int:
    client.send_sync("one")
    return client.send("two") + 1  # expect: DUO104
