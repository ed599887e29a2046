"""Waiting until a child has ended, with no option that says otherwise."""

import asyncio
import os


async def reap(pid: int) -> None:
    os.wait()  # expect: DUO301
    os.waitpid(pid, 0)  # expect: DUO301
    os.waitpid(pid, os.WUNTRACED | os.WCONTINUED)  # expect: DUO301
    os.wait3(0)  # expect: DUO301
    os.waitid(os.P_PID, pid, os.WEXITED)  # expect: DUO301
    await asyncio.sleep(0)
