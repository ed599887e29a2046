"""A list of what may be coroutines or results, from a method that knows which."""

import asyncio


class Worker:
    async def close(self) -> None:
        await asyncio.sleep(0)


class Client:
    def __init__(self, *, asynchronous: bool) -> None:
        self.asynchronous = asynchronous

    def sync(self, function):
        if self.asynchronous:
            return function()
        return asyncio.run(function())


def close_all(client: Client, workers: list[Worker]) -> None:
    [client.sync(worker.close) for worker in workers]
