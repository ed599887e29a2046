"""Nothing but the names of its methods tells what a kitchen is, for what gives a coroutine and what takes it alike."""

import asyncio


async def begin(kitchen) -> None:
    plates = await kitchen.count_plates("top")
    print(plates)


async def go_on(kitchen, shelves: list[str]) -> None:
    times: dict[str, float] = {}
    tasks = {}
    if shelves:
        tasks["first"] = asyncio.create_task(
            kitchen.note_down("first", kitchen.count_plates(shelves[0]), times),  # expect: DUO104
        )
    await asyncio.gather(*tasks.values())
