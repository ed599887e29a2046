"""Coroutine functions of the standard library are called as statements."""

import asyncio
from asyncio import Queue, StreamWriter


async def pace(delay: float) -> None:
    asyncio.sleep(delay)  # expect: DUO101
    await asyncio.sleep(0)


async def send_line(writer: StreamWriter, line: str) -> None:
    writer.write(line.encode())
    writer.drain()  # expect: DUO101
    writer.close()
    writer.wait_closed()  # expect: DUO101


async def enqueue(queue: Queue[str], item: str) -> None:
    queue.put(item)  # expect: DUO101
    await queue.join()


async def wait_for_start(started: asyncio.Event) -> None:
    started.wait()  # expect: DUO101
    await asyncio.sleep(0)
