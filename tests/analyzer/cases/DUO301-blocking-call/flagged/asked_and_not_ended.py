"""Asking whether something has ended says nothing where it has not, or is another one by then."""

import asyncio
import os
import select
import subprocess
import threading


async def stop(process: subprocess.Popen[str]) -> None:
    await asyncio.sleep(0)
    if process.poll() is None:
        process.terminate()
        process.wait()  # expect: DUO301


async def again(process: subprocess.Popen[str], command: list[str]) -> None:
    while process.poll() is None:
        await asyncio.sleep(0.1)
    process = subprocess.Popen(command, text=True)
    process.wait()  # expect: DUO301


async def given_up(process: subprocess.Popen[str]) -> None:
    while process.poll() is None:
        await asyncio.sleep(0.1)
        if process.pid < 0:
            break
    process.wait()  # expect: DUO301


async def for_a_while(thread: threading.Thread) -> None:
    thread.join(0)
    await asyncio.sleep(0)
    if thread.is_alive():
        thread.join()  # expect: DUO301


async def parent(command: list[str]) -> None:
    child = os.fork()
    if child == 0:
        os._exit(0)
    subprocess.call(command)  # expect: DUO301
    await asyncio.sleep(0)


async def for_some_time(descriptor: int, seconds: int) -> None:
    seconds = 0 if seconds < 0 else seconds
    select.select([descriptor], [], [], seconds)  # expect: DUO301
    await asyncio.sleep(0)
