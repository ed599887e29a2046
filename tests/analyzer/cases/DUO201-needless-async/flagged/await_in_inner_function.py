"""The only `await` belongs to an inner function, a lambda or a nested generator."""

import asyncio


async def make_handler(name: str):  # expect: DUO201
    async def handler(event: str) -> str:
        await asyncio.sleep(0)
        return f"{name}: {event}"

    return handler


async def start(names: list[str]) -> "list[asyncio.Task[str]]":
    handlers = [await make_handler(name) for name in names]
    return [asyncio.create_task(handler("start")) for handler in handlers]
