"""A container with a coroutine in it is compared with one that is written down, and never equals it."""

import asyncio


class Queue:
    async def take(self):
        await asyncio.sleep(0)
        return 1


async def test_pairs(queue: Queue) -> None:
    assert (queue.take(), 2) == (1, 2)  # expect: DUO108
    assert [queue.take()] != [1]  # expect: DUO108


async def test_order(queue: Queue) -> None:
    seen = []
    seen.append(queue.take())  # expect: DUO108
    seen.append(2)
    assert seen == [1, 2]
