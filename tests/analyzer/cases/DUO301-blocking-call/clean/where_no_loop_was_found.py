"""What blocks only where a function asked for the running loop itself, and there was none."""

import asyncio
import concurrent.futures
import time

Ready = concurrent.futures.Future[None]


async def wait(done: Ready) -> None:
    try:
        current = asyncio.get_running_loop()
    except RuntimeError:
        current = None
    if current is not None:
        await asyncio.wrap_future(done)
    else:
        done.result(timeout=5.0)


async def wait_with_more_to_do(done: Ready, other: asyncio.AbstractEventLoop) -> None:
    current: asyncio.AbstractEventLoop | None = None
    try:
        current = asyncio.get_running_loop()
    except RuntimeError:
        pass
    if current is other:
        return
    if done.running():
        if not current:
            done.result()
            return
        await asyncio.wrap_future(done)


async def wait_by_a_flag(done: Ready) -> None:
    try:
        asyncio.get_running_loop()
        has_loop = True
    except RuntimeError:
        has_loop = False
    await asyncio.wrap_future(done) if has_loop else done.result()


async def wait_by_what_comes_else(done: Ready) -> None:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        has_loop = False
    else:
        has_loop = True
    if not has_loop and not done.cancelled():
        time.sleep(1)
    await asyncio.sleep(1)


async def wait_on_the_spot(done: Ready) -> None:
    try:
        asyncio.get_running_loop()
    except Exception:
        done.result()
        return
    await asyncio.wrap_future(done)
