"""A method that is declared to give nothing hands on what another object gives, of whichever class that is."""

import asyncio
import functools
from collections.abc import Callable


class Worker:
    def stop(self) -> None:
        print("stopped")

    async def _stop_later(self) -> None:
        await asyncio.sleep(0)


class AsyncWorker(Worker):
    stop: Callable = Worker._stop_later  # type: ignore[assignment]


class Pool:
    def __init__(self) -> None:
        self.workers: dict[str, Worker] = {}

    def stop(self, name: str) -> None:
        given = self.workers[name].stop()
        print("stopped", name)
        return given

    def stop_first(self) -> None:
        return self.workers["first"].stop()


async def main(pool: Pool) -> None:
    await pool.stop("first")
    await pool.stop_first()


def caught(callback):
    @functools.wraps(callback)
    def wrapper(*args):
        try:
            return callback(*args)
        except ValueError:
            print("failed")

    return wrapper


def execute(callback: Callable[..., None]) -> None:
    asyncio.run(caught(callback)())
