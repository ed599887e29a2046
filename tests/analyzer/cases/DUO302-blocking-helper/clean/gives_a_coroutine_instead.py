"""A method that waits for plain callers and gives async ones a coroutine, and a function that a decorator puts off."""

import asyncio
import threading
import time

import dask


class Client:
    def __init__(self, *, asynchronous: bool) -> None:
        self.asynchronous = asynchronous
        self.thread = threading.Thread(target=print)

    async def _close(self) -> None:
        await asyncio.sleep(0)

    def close(self):
        if self.asynchronous:
            return self._close()
        self.thread.join()
        return None


@dask.delayed
def later() -> None:
    time.sleep(1)


async def main(clients: list[Client]) -> None:
    for client in clients:
        closing = client.close()
        if closing is not None:
            await closing
    print(later())
