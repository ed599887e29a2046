"""What only a forked child runs holds up its own copy of the loop, which nobody waits for."""

import asyncio
import os
import pty
import subprocess


async def terminal(shell: str) -> int:
    child, descriptor = pty.fork()
    if child == 0:
        subprocess.run([shell])
        os._exit(0)
    await asyncio.sleep(0)
    return descriptor


async def worker(command: list[str]) -> int:
    child = os.fork()
    if not child:
        os._exit(subprocess.call(command))
    await asyncio.sleep(0)
    return child


async def other_worker(command: list[str]) -> None:
    if os.fork() > 0:
        await asyncio.sleep(0)
        return
    os._exit(subprocess.call(command))
