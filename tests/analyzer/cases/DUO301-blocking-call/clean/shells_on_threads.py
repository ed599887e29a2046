"""A line for a shell is run beside the loop, or on a thread."""

import asyncio
import os
import subprocess


async def build() -> int:
    process = await asyncio.create_subprocess_shell("make | tee log")
    await asyncio.to_thread(subprocess.run, "make docs | tee log", shell=True, check=True)
    await asyncio.to_thread(os.system, "make clean")
    return await process.wait()
