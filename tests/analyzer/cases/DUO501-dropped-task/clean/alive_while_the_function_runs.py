"""A local holds the task while the function itself goes on to run."""

import asyncio


async def heartbeat() -> None:
    while True:
        await asyncio.sleep(1)


async def serve(server: asyncio.Server) -> None:
    beat = asyncio.create_task(heartbeat())
    async with server:
        await server.serve_forever()


async def cancelled_at_the_end() -> None:
    beat = asyncio.create_task(heartbeat())
    try:
        await asyncio.sleep(10)
    finally:
        beat.cancel()


async def awaited_directly() -> None:
    await asyncio.create_task(heartbeat())
    await asyncio.ensure_future(heartbeat())
