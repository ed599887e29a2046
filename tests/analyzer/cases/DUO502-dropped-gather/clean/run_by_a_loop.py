"""A loop runs what was gathered."""

import asyncio


async def part(number: int) -> int:
    await asyncio.sleep(0)
    return number


async def all_parts() -> list[int]:
    return await asyncio.gather(*map(part, range(3)))


def main() -> None:
    loop = asyncio.new_event_loop()
    loop.run_until_complete(asyncio.wait_for(part(1), 1))
    loop.run_until_complete(asyncio.gather(part(1), part(2), loop.create_task(part(3))))
    loop.close()
    print(asyncio.run(all_parts()))
