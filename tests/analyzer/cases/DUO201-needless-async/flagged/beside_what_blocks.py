"""What blocks elsewhere says nothing of a function that does not."""

import subprocess


async def build(name: str) -> str:
    done = subprocess.run(["make", name], capture_output=True, text=True)  # expect: DUO301
    return done.stdout.strip()


async def command(name: str) -> list[str]:  # expect: DUO201
    return ["make", name]


async def release(name: str) -> None:
    print(await command(name), await build(name))
