"""A coroutine is the condition of `if`, `while`, `assert`, a ternary, or negated."""

import asyncio


class Queue:
    async def is_empty(self) -> bool:
        await asyncio.sleep(0)
        return True

    async def has_room(self) -> bool:
        await asyncio.sleep(0)
        return True


async def drain(queue: Queue) -> str:
    if queue.is_empty():  # expect: DUO103
        return "empty"
    while not queue.is_empty():  # expect: DUO103
        await asyncio.sleep(0)
    assert queue.has_room()  # expect: DUO103
    return "room" if queue.has_room() else "full"  # expect: DUO103


def check(queue: Queue, urgent: bool) -> bool:
    if urgent and queue.has_room():  # expect: DUO103
        return True
    if urgent or queue.is_empty():  # expect: DUO103
        return False
    elif queue.has_room():  # expect: DUO103
        return True
    return not queue.is_empty()  # expect: DUO103
