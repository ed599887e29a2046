"""A coroutine calls a plain function that blocks, one or two steps away."""

import asyncio
import subprocess
import time


def wait_for_disk() -> None:
    time.sleep(5)


def revision() -> str:
    return subprocess.check_output(["git", "rev-parse", "HEAD"], text=True)


def describe() -> str:
    return "at " + revision()


async def deploy() -> None:
    wait_for_disk()  # expect: DUO302
    print(describe())  # expect: DUO302
    await asyncio.sleep(0)
