"""Looking whether a child has ended, with options that say so at the call or may say so before it."""

import asyncio
import os


async def reap(pid: int) -> None:
    at_once = getattr(os, "WNOHANG", None)
    if at_once is not None:
        os.waitpid(pid, at_once)
    await asyncio.sleep(0)


async def watch(pid: int) -> None:
    os.waitpid(pid, os.WNOHANG)
    os.waitpid(pid, os.WNOHANG | os.WUNTRACED)
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG)
    await asyncio.sleep(0)


async def wait(pid: int, options: int) -> None:
    os.wait4(pid, options)
    await asyncio.sleep(0)
