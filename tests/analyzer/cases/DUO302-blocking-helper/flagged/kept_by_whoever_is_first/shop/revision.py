"""What a helper keeps by hand is told to the first of many who ask it, and to whoever has it made anew."""

import asyncio
import subprocess

_revision: str | None = None


def revision(anew: bool = False) -> str:
    global _revision
    if _revision is not None and not anew:
        return _revision
    _revision = subprocess.check_output(["git", "describe"]).decode()
    return _revision


async def first() -> str:
    await asyncio.sleep(0)
    return revision()  # expect: DUO302


async def second() -> str:
    await asyncio.sleep(0)
    return revision()


async def third() -> str:
    await asyncio.sleep(0)
    return revision().strip()


async def after_an_update() -> str:
    await asyncio.sleep(0)
    return revision(anew=True)  # expect: DUO302
