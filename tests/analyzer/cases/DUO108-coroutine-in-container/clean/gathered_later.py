"""Containers of coroutines are gathered, awaited one by one, or handed to something that does."""

import asyncio


async def part(number: int) -> bytes:
    await asyncio.sleep(0)
    return bytes(number)


async def assemble(count: int) -> bytes:
    parts = [part(number) for number in range(count)]
    return b"".join(await asyncio.gather(*parts))


async def assemble_slowly(count: int) -> bytes:
    return b"".join([await pending for pending in [part(number) for number in range(count)]])


async def assemble_in_groups(count: int, size: int) -> list[bytes]:
    pending = [part(number) for number in range(count)]
    found: list[bytes] = []
    for start in range(0, len(pending), size):
        found += await asyncio.gather(*pending[start : start + size])
    return found


async def assemble_by_name(names: list[str]) -> dict[str, bytes]:
    pending = {name: part(len(name)) for name in names}
    return {name: await work for name, work in pending.items()}


async def assemble_with_tasks(count: int) -> bytes:
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(part(number)) for number in range(count)]
    return b"".join(task.result() for task in tasks)


def plan(count: int):
    return [part(number) for number in range(count)]


async def assemble_planned(count: int) -> list[bytes]:
    return [await step for step in plan(count)]
