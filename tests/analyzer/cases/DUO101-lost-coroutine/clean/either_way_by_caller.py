"""Plain methods that give what depends on the caller: a result, or something to await."""

import asyncio


class Lock:
    def __init__(self, client) -> None:
        self.client = client

    def acquire(self, timeout=None):
        result = self.client.sync(self.client.scheduler.acquire, timeout=timeout)
        self.is_locked = True
        return result

    def __enter__(self):
        self.acquire()
        return self

    def __exit__(self, *error) -> None:
        self.client.close()

    async def __aenter__(self):
        await self.acquire()
        return self

    async def __aexit__(self, *error) -> None:
        await asyncio.sleep(0)


class Client:
    def submit(self, function, *args):
        return self.loop.future_of(function, *args)


async def use(client) -> None:
    first = client.submit(len, "a")
    print(first.key, first.done())
    print(await client.submit(len, "b"))
