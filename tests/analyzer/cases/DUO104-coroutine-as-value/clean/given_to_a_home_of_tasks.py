"""What is given to something that is called after its tasks becomes one."""

import asyncio

from framework import background_tasks


async def configure() -> None:
    await asyncio.sleep(0)


async def main() -> None:
    await configure()
    await configure()


async def test_configure() -> None:
    task = background_tasks.create(configure())
    await asyncio.sleep(0)
    assert task.done()
