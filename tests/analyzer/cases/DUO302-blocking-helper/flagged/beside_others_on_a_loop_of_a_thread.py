"""The loop of a thread has more than one task, or what runs there runs elsewhere as well, or it is the program's own."""

import asyncio
import threading
import time


def wait_for_disk() -> None:
    time.sleep(1)


async def measure(name: str) -> None:
    await asyncio.sleep(0)
    wait_for_disk()  # expect: DUO302
    print(name)


async def measure_all() -> None:
    await asyncio.gather(measure("a"), measure("b"))


def measuring() -> None:
    asyncio.run(measure_all())


async def save(name: str) -> None:
    await asyncio.sleep(0)
    wait_for_disk()  # expect: DUO302
    print(name)


def saving() -> None:
    asyncio.run(save("a"))


async def on_request(name: str) -> None:
    await save(name)


async def serve() -> None:
    await asyncio.sleep(0)
    wait_for_disk()  # expect: DUO302


def main() -> None:
    asyncio.run(serve())


threading.Thread(target=measuring).start()
threading.Thread(target=saving).start()
main()
