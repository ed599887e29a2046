"""What could not be read may use any name of its function; what has no name is lost all the same."""

import asyncio


async def ping(host: str) -> str:
    await asyncio.sleep(0)
    return host


async def both(one: str, other: str) -> None:
    first = ping(one)
    second = ping(other)
    print(await first second)  # either: DUO001


async def when(host: str) -> None:
    reply = ping(host)
    if reply  # either: DUO001
        print(await reply)


async def last(host: str) -> None:
    task = asyncio.create_task(ping(host))
    await task )  # either: DUO001


async def never_suspends(host: str) -> str:
    reply = await ping(host) host  # either: DUO001
    return "done"


async def dropped(host: str) -> None:
    ping(host)  # expect: DUO101
    print(host host)  # either: DUO001


async def whole(host: str) -> None:
    await asyncio.sleep(0)
    reply = ping(host)  # expect: DUO102
