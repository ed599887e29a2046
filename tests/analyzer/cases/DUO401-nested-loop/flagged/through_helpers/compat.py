"""A plain helper runs a loop of its own, and a coroutine calls it, over two files."""

import asyncio


async def _load(name: str) -> str:
    await asyncio.sleep(0)
    return name


def load_now(name: str) -> str:
    return asyncio.run(_load(name))


def load_pair(name: str) -> list[str]:
    return [load_now(name), load_now(name)]


class Client:
    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()

    def get(self, name: str) -> str:
        return self._loop.run_until_complete(_load(name))
