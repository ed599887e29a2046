"""A function would suspend if it did not block, so nothing is said of its `async`."""

import subprocess


async def build(name: str) -> str:
    done = subprocess.run(["make", name], capture_output=True, text=True)  # expect: DUO301
    return done.stdout.strip()


async def release(name: str) -> None:
    print(await build(name))
