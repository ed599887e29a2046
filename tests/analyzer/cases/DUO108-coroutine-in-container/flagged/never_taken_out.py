"""Lists that are filled, counted and compared, and out of which nobody takes anything."""

import asyncio


class Stream:
    async def receive(self) -> str:
        await asyncio.sleep(0)
        return "a"


async def counted(stream: Stream) -> None:
    received = []
    for _ in range(3):
        received.append(stream.receive())  # expect: DUO108
    assert len(received) == 3


async def filled_inside(stream: Stream) -> None:
    received = []

    async def worker() -> None:
        received.append(stream.receive())  # expect: DUO108

    await worker()
    assert len(received) == 1
    assert received[0] == "a"


async def compared(stream: Stream) -> None:
    received = set()

    async def worker() -> None:
        received.add(stream.receive())  # expect: DUO108

    await worker()
    assert received == {"a"}


async def by_key(stream: Stream) -> None:
    received = {}

    async def worker(name: str) -> None:
        received[name] = stream.receive()  # expect: DUO108

    await worker("first")
    assert received == {"first": "a"}
    assert received["first"] == "a"


async def made_twice(streams: list[Stream]) -> list[str]:
    jobs = []
    for stream in streams:
        job = stream.receive()  # expect: DUO108
        jobs.append(job)
    return await asyncio.gather(*[stream.receive() for stream in streams])
