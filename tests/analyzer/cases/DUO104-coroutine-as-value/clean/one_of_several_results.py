"""What a method gives depends on an argument: a coroutine only for those who ask for it."""

import asyncio


class Client:
    async def gather(self, futures: list[int]) -> list[int]:
        await asyncio.sleep(0)
        return futures

    def compute(self, items, sync=False):
        futures = [int(item) for item in items]
        if sync:
            result = self.gather(futures)
        else:
            result = futures
        return result


async def main(client: Client) -> None:
    first, second = client.compute([1, 2])
    print(await client.gather([first, second]))
    print(await client.gather([3]))
