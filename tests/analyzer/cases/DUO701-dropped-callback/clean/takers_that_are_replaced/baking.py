"""What runs once the kitchen is installed."""

import asyncio
import multiprocessing
import threading

import kitchen


async def bake() -> None:
    await asyncio.sleep(1)


def main() -> None:
    kitchen.install()
    threading.Thread(target=bake).start()
    multiprocessing.Process(target=bake).start()
