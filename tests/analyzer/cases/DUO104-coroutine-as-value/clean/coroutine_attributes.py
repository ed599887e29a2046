"""Attributes that a coroutine really has, and objects that only look like one."""

import asyncio


async def job(name: str) -> str:
    await asyncio.sleep(0)
    return name


def describe(name: str) -> str:
    coroutine = job(name)
    label = coroutine.__name__ + coroutine.__qualname__
    frame = coroutine.cr_frame
    print(coroutine.cr_code.co_name, frame)
    coroutine.close()
    return label


async def task_attributes() -> str:
    task = asyncio.create_task(job("a"))
    task.set_name("job")
    task.add_done_callback(print)
    await task
    print(task.get_name(), task.result().upper())
    return (await job("b")).upper()


def same(left: str) -> bool:
    first = job(left)
    second = first
    try:
        return first is second
    finally:
        first.close()
