"""The loop of the project holds every task that is made on it."""

import asyncio

tasks = set()


def make_task(loop, work, **options):
    task = asyncio.Task(work, loop=loop, **options)
    tasks.add(task)
    task.add_done_callback(tasks.discard)
    return task


async def work() -> None:
    await asyncio.sleep(1)


async def main() -> None:
    asyncio.get_running_loop().set_task_factory(make_task)
    asyncio.create_task(work())
    await asyncio.sleep(2)
