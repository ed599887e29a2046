"""A local keeps a task until the next turn of an endless loop binds it anew, whatever the last turn does with it."""

import asyncio


async def answer(question: str) -> None:
    await asyncio.open_connection(question, 80)


async def serve(questions: "asyncio.Queue[str]") -> None:
    while True:
        question = await questions.get()
        task = asyncio.create_task(answer(question))  # expect: DUO501
        if question == "end":
            await task
            break


async def tell(questions: "asyncio.Queue[str]") -> None:
    while True:
        telling = asyncio.ensure_future(answer(await questions.get()))  # expect: DUO501
        telling.add_done_callback(print)
