"""In a test nothing else has to go on while it waits."""

import asyncio
import subprocess
import time


async def serve(log: list[str]) -> None:
    await asyncio.sleep(0)
    log.append("served")


async def test_that_it_serves() -> None:
    log: list[str] = []
    await serve(log)
    time.sleep(0.1)
    subprocess.run(["true"], check=True)
    assert log == ["served"]
