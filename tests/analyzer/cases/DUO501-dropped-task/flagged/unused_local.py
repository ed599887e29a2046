"""A task is bound to a local that nobody uses before the function ends."""

import asyncio


class Cache:
    async def refresh(self, key: str) -> None:
        await asyncio.open_connection(key, 80)

    def get(self, key: str) -> str:
        task = asyncio.create_task(self.refresh(key))  # expect: DUO501
        return key

    def invalidate(self, key: str) -> None:
        pending = asyncio.ensure_future(self.refresh(key))  # expect: DUO501


def main() -> None:
    loop = asyncio.new_event_loop()
    _ = loop.create_task(Cache().refresh("a"))  # expect: DUO501
    _, name = "all", "good"
    loop.run_forever()
