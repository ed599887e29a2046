"""Somebody looks at the result: a callback, a timeout scope, a task that awaits it."""

import asyncio


async def part(number: int) -> int:
    await asyncio.sleep(0)
    return number


def report(future: "asyncio.Future[list[int]]") -> None:
    print(future.result())


class Job:
    def start(self) -> None:
        self.future = asyncio.gather(part(1), part(2))
        self.future.add_done_callback(report)

    async def stop(self) -> None:
        self.future.cancel()
        await asyncio.wait([self.future])


async def main() -> None:
    group = asyncio.gather(part(1), part(2))
    group.add_done_callback(report)
    async with asyncio.timeout(1):
        await group


def start() -> None:
    group = asyncio.gather(part(1), part(2))
    group.add_done_callback(report)
    asyncio.gather(part(3)).add_done_callback(report)
