"""Helpers that block run on threads, whoever calls them."""

import asyncio
import functools
import time


def settle() -> None:
    time.sleep(1)


def in_thread(function):
    @functools.wraps(function)
    async def wrapper(*args):
        return await asyncio.to_thread(function, *args)

    return wrapper


@in_thread
def measure() -> float:
    settle()
    return 1.0


class Bench:
    def read(self) -> float:
        settle()
        return 1.0

    async def run(self) -> float:
        await asyncio.to_thread(self.read)
        await asyncio.get_running_loop().run_in_executor(None, settle)
        return await measure()
