"""A timer of the loop holds a task that only sleeps, also where it fails on purpose afterwards."""

import asyncio


async def rehearse() -> bool:
    async def fail_later() -> None:
        print("soon")
        await asyncio.sleep(10)
        raise RuntimeError("this is a rehearsal")

    asyncio.get_running_loop().create_task(fail_later())
    return True
