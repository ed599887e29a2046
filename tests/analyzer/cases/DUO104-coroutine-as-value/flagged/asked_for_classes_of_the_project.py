"""A class of the project may be called as one of asyncio's is, and isn't awaited for that."""

import asyncio


class Task:
    pass


class Message:
    pass


async def answer(question: str) -> Task | Message:
    await asyncio.sleep(len(question))
    return Task()


async def handle(question: str) -> str:
    found = answer(question)  # expect: DUO104
    if isinstance(found, Task):
        return "task"
    return "message"


async def other(question: str) -> str:
    found = answer(question)
    if isinstance(found, asyncio.Task):
        return "running"
    return str(await found)
