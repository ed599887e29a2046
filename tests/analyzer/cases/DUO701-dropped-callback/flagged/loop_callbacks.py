"""A coroutine function is given to the loop as a plain callback."""

import asyncio
import signal


async def reload() -> None:
    await asyncio.sleep(0)


async def on_done(task: "asyncio.Task[None]") -> None:
    await asyncio.sleep(0)


async def main() -> None:
    loop = asyncio.get_running_loop()
    loop.call_soon(reload)  # expect: DUO701
    loop.call_later(1, reload)  # expect: DUO701
    loop.call_soon_threadsafe(reload)  # expect: DUO701
    loop.add_signal_handler(signal.SIGHUP, reload)  # expect: DUO701
    task = asyncio.create_task(reload())
    task.add_done_callback(on_done)  # expect: DUO701
    await asyncio.to_thread(reload)  # expect: DUO701
    await loop.run_in_executor(None, reload)  # expect: DUO701
    await task
