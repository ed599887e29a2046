"""Gathered futures are awaited, kept, returned, cancelled, or given away."""

import asyncio


async def part(number: int) -> int:
    await asyncio.sleep(0)
    return number


class Batch:
    def __init__(self) -> None:
        self.pending = asyncio.gather(part(1), part(2))

    async def finish(self) -> list[int]:
        return await self.pending


def together(numbers: list[int]) -> "asyncio.Future[list[int]]":
    return asyncio.gather(*(part(number) for number in numbers))


async def main() -> None:
    await asyncio.gather(part(1), part(2))
    print(await asyncio.wait_for(part(1), timeout=1), await asyncio.shield(part(2)))
    group = asyncio.gather(part(1), part(2))
    try:
        await asyncio.sleep(0)
    finally:
        group.cancel()
    both = together([1, 2])
    print(await both)
    done, pending = await asyncio.wait([asyncio.create_task(part(3))])
    print(done, pending)
