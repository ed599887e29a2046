"""The gathered future is held by a local for as long as its function runs, or handed on by a helper."""

import asyncio


async def part(number: int) -> int:
    await asyncio.sleep(0)
    return number


def main() -> None:
    loop = asyncio.new_event_loop()
    both = asyncio.gather(part(1), part(2))
    loop.run_forever()


async def beside(stop: asyncio.Event) -> None:
    parts = asyncio.gather(part(1), part(2))
    await stop.wait()


def together(numbers: list[int]) -> "asyncio.Future[list[int]]":
    return asyncio.gather(*(part(number) for number in numbers))


async def all_of_them() -> None:
    await together([1, 2])
    pending = together([3])
    pending.add_done_callback(print)
