"""A method that runs what it is given, or gives it back to be awaited."""

import asyncio


async def limited(work, timeout: float):
    async with asyncio.timeout(timeout):
        return await work


class Client:
    def __init__(self, *, asynchronous: bool) -> None:
        self.asynchronous = asynchronous

    def sync(self, function, *args, timeout=None):
        if not self.asynchronous:
            return asyncio.run(function(*args))
        work = function(*args)
        if timeout is not None:
            work = limited(work, timeout)
        return work

    async def _scatter(self, data: list[int]) -> list[int]:
        await asyncio.sleep(0)
        return data

    def scatter(self, data: list[int]):
        return self.sync(self._scatter, data)


def main() -> None:
    client = Client(asynchronous=False)
    futures = client.scatter([1, 2])
    print("scattered")
