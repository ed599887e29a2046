"""What blocks where a loop was found, or where a name is None for another reason, or an error has another cause."""

import asyncio
import concurrent.futures
import time

Ready = concurrent.futures.Future[None]


async def turn_around(done: Ready) -> None:
    try:
        current = asyncio.get_running_loop()
    except RuntimeError:
        current = None
    if current is None:
        await asyncio.wrap_future(done)
    else:
        done.result(timeout=5.0)  # expect: DUO301


async def try_more(done: Ready) -> None:
    try:
        current = asyncio.get_running_loop()
        await asyncio.wrap_future(done)
    except RuntimeError:
        current = None
        time.sleep(1)  # expect: DUO301
    if current is None:
        done.result()  # expect: DUO301


async def ask_at_times(done: Ready, is_asked: bool) -> None:
    current = None
    if is_asked:
        try:
            current = asyncio.get_running_loop()
        except RuntimeError:
            print("no loop")
    if current is None:
        done.result()  # expect: DUO301
    await asyncio.sleep(0)


async def ask_later(done: Ready, loop: asyncio.AbstractEventLoop | None = None) -> None:
    if loop is None:
        done.result()  # expect: DUO301
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        loop = None
    await asyncio.sleep(0)


async def forget(done: Ready) -> None:
    try:
        current = asyncio.get_running_loop()
    except RuntimeError:
        current = None
    if done.running():
        current = None
    if current is None:
        done.result()  # expect: DUO301
    await asyncio.sleep(0)
