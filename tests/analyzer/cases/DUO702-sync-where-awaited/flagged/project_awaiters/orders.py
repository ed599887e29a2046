"""Plain functions where coroutine functions are needed."""

import asyncio

from retrying import Saga, retry, untyped_retry


def reserve() -> None:
    print("reserved")


def count() -> int:
    return 1


async def charge() -> None:
    await asyncio.sleep(0)


async def order() -> None:
    saga = Saga()
    saga.add(charge)
    saga.add(reserve)  # expect: DUO702
    await saga.run()
    print(await retry(count))  # expect: DUO702
    await retry(charge)
    await untyped_retry(reserve)  # expect: DUO702
    await retry(lambda: 3)  # expect: DUO702
