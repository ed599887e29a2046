"""The container is iterated, measured and indexed; its elements are awaited."""

import asyncio


async def stage(number: int) -> int:
    await asyncio.sleep(0)
    return number


async def run(count: int) -> int:
    stages = [stage(number) for number in range(count)]
    print(len(stages))
    first = await stages[0]
    total = first
    for pending in stages[1:]:
        total += await pending
    named = {"a": stage(1), "b": stage(2)}
    for name, pending in named.items():
        print(name)
        total += await pending
    queue = [stage(3)]
    while queue:
        total += await queue.pop()
    return total


async def steps(*pending) -> list[int]:
    return [await each for each in pending]


async def run_steps() -> list[int]:
    return await steps(stage(1), stage(2))
