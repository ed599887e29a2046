"""A branch forgets to await what is async by its definition, or what only the branches of another test await."""

import asyncio


async def flush(name: str) -> None:
    await asyncio.sleep(0)
    print(name)


async def store(name: str, is_urgent: bool) -> None:
    if is_urgent:
        await flush(name)
    else:
        flush(name)  # expect: DUO101


async def copy(source, target, names: list[str]) -> None:
    for name in names:
        if name:
            await target.put(await source.read(name))
        else:
            print("no name")
    target.put("the end")  # expect: DUO101
