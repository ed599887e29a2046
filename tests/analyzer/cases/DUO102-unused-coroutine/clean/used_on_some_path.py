"""The coroutine is awaited on the path that needs it, and closed or handed on where it is not."""

import asyncio


async def load(name: str) -> str:
    await asyncio.sleep(0)
    return name


async def load_if(name: str, wanted: bool) -> str:
    pending = load(name)
    if not wanted:
        pending.close()
        return ""
    return await pending


async def load_loop(names: list[str]) -> list[str]:
    found = []
    pending = load(names[0])
    for name in names[1:]:
        found.append(await pending)
        pending = load(name)
    found.append(await pending)
    return found


async def load_try(name: str) -> str:
    pending = load(name)
    try:
        return await pending
    except OSError:
        return name


async def load_in_closure(name: str) -> str:
    pending = load(name)

    async def finish() -> str:
        return await pending

    return await finish()
