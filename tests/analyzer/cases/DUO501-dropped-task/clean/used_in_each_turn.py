"""In each turn of an endless loop the task is awaited, kept or cancelled before the next one takes its name."""

import asyncio


async def answer(question: str) -> None:
    await asyncio.sleep(len(question))


async def serve(questions: "asyncio.Queue[str]", running: "set[asyncio.Task[None]]") -> None:
    while True:
        task = asyncio.create_task(answer(await questions.get()))
        running.add(task)


async def in_turn(questions: "asyncio.Queue[str]") -> None:
    while True:
        task = asyncio.create_task(answer(await questions.get()))
        print(questions.qsize())
        await task


async def newest(questions: "asyncio.Queue[str]") -> None:
    task = None
    while True:
        question = await questions.get()
        if task is not None:
            task.cancel()
        task = asyncio.create_task(answer(question))


async def last(questions: "asyncio.Queue[str]") -> None:
    while True:
        question = await questions.get()
        task = asyncio.create_task(answer(question))
        if not question:
            break
    await task
