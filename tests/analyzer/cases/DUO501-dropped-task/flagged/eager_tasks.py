"""A task that begins at once is held by nobody either."""

import asyncio


async def work() -> None:
    await asyncio.Event().wait()


async def main() -> None:
    asyncio.get_running_loop().set_task_factory(asyncio.eager_task_factory)
    asyncio.create_task(work())  # expect: DUO501
    await asyncio.sleep(2)
