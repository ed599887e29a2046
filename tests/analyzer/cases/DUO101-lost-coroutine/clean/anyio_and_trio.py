"""Structured concurrency of other libraries takes coroutine functions or awaits for itself."""

import anyio
import trio


async def listen(port: int) -> None:
    await anyio.sleep(port)


async def serve(ports: list[int]) -> None:
    async with anyio.create_task_group() as group:
        for port in ports:
            group.start_soon(listen, port)


async def serve_on_trio(ports: list[int]) -> None:
    async with trio.open_nursery() as nursery:
        for port in ports:
            nursery.start_soon(listen, port)
        await nursery.start(listen, 1)


if __name__ == "__main__":
    anyio.run(serve, [1, 2])
    trio.run(serve_on_trio, [1, 2])
