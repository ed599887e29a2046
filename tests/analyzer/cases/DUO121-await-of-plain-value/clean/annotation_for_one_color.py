"""The annotation tells what plain callers get; async ones get something to await."""

import asyncio


class Client:
    def __init__(self, sync) -> None:
        self.sync = sync

    async def _wait_for_workers(self, count: int) -> None:
        await asyncio.sleep(count)

    def wait_for_workers(self, count: int) -> None:
        return self.sync(self._wait_for_workers, count)


async def main(client: Client) -> None:
    await client.wait_for_workers(2)
