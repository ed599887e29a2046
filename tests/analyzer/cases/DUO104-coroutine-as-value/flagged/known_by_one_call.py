"""Nobody else calls what makes the coroutine, and what gets it is plain and can't await it."""

import asyncio

import results


async def fetch(key: str) -> dict[str, str]:
    await asyncio.sleep(0)
    return {"key": key}


async def look_up(key: str) -> str:
    await asyncio.sleep(0)
    return key


async def connect(address: str) -> str:
    await asyncio.sleep(0)
    return address


async def handle(key: str) -> object:
    found = fetch(key)  # expect: DUO104
    return results.Answer(found)


async def answer(key: str) -> object:
    record = look_up(key)  # expect: DUO104
    return results.unwrap(record)


async def batch(address: str) -> object:
    connection = connect(address)  # expect: DUO104
    return results.AsyncBatch(connection=connection)
