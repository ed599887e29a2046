"""Whether there are coroutines in a container at all can be asked before they are awaited."""

import asyncio


class Queue:
    async def take(self):
        await asyncio.sleep(0)
        return 1


async def taken(queue: Queue, count: int) -> list[int]:
    waiting = []
    for _ in range(count):
        waiting.append(queue.take())
    if waiting == []:
        return []
    return await asyncio.gather(*waiting)


async def test_order(queue: Queue) -> None:
    assert [await queue.take(), 2] == [1, 2]
