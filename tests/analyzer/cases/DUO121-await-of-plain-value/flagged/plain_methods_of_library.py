"""Plain methods of asyncio's own objects are awaited, as if all of asyncio were async."""

import asyncio


async def shut_down(
    task: asyncio.Task[None],
    event: asyncio.Event,
    queue: asyncio.Queue[int],
    lock: asyncio.Lock,
    writer: asyncio.StreamWriter,
) -> None:
    await event.set()  # expect: DUO121
    await task.cancel()  # expect: DUO121
    await queue.put_nowait(1)  # expect: DUO121
    await queue.task_done()  # expect: DUO121
    await lock.release()  # expect: DUO121
    await writer.close()  # expect: DUO121
    await writer.write(b"x")  # expect: DUO121


async def when() -> float:
    loop = asyncio.get_running_loop()
    return await loop.time()  # expect: DUO121
