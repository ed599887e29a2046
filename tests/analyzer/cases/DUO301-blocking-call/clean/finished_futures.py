"""The results of futures that are done, and futures of asyncio, which never block."""

import asyncio
import concurrent.futures


def crunch() -> int:
    return 1


def shown(outcome: "concurrent.futures.Future[int]") -> str:
    if outcome.exception() is not None:
        return "failed"
    return str(outcome.result())


async def polled(outcome: "concurrent.futures.Future[int]") -> int:
    while not outcome.done():
        await asyncio.sleep(1)
    print(shown(outcome))
    return outcome.result()


async def main(future: "asyncio.Future[int]") -> int:
    with concurrent.futures.ThreadPoolExecutor() as pool:
        pending = pool.submit(crunch)
        found = await asyncio.wrap_future(pending)
        print(pending.done(), found)
    if future.done():
        return future.result()
    task = asyncio.ensure_future(future)
    await asyncio.wait([task])
    return task.result()
