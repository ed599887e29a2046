"""Functions with such names that run no loop, and inner functions that run elsewhere."""

import asyncio
import subprocess

from vendor_sdk import run


class Runner:
    def run(self, name: str) -> str:
        return name

    def run_until_complete(self, name: str) -> str:
        return name


async def main(runner: Runner) -> None:
    runner.run("a")
    runner.run_until_complete("b")
    run("c")

    def in_thread() -> None:
        asyncio.run(asyncio.sleep(0))

    await asyncio.to_thread(in_thread)
    process = await asyncio.create_subprocess_shell("make", stdout=subprocess.PIPE)
    await process.wait()
