"""gather, wait, shield or wait_for without await, so that nobody waits and errors are lost."""

import asyncio
from asyncio import gather


async def notify(name: str) -> None:
    await asyncio.sleep(0)


async def notify_all(names: list[str]) -> None:
    asyncio.gather(*(notify(name) for name in names))  # expect: DUO502
    gather(notify("a"), notify("b"), return_exceptions=True)  # expect: DUO502
    asyncio.wait_for(notify("c"), timeout=1)  # expect: DUO502
    asyncio.shield(notify("d"))  # expect: DUO502
    tasks = [asyncio.create_task(notify(name)) for name in names]
    asyncio.wait(tasks, timeout=3)  # expect: DUO502


def notify_now(names: list[str]) -> None:
    asyncio.gather(*[notify(name) for name in names])  # expect: DUO502
