"""Work that leaves a line in a file each time it is done, so that whoever reads it knows how often that was."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

from duotone.runtime import AsyncSaga, Saga, saga
from duotone.runtime.units import unit

PAUSE = 0.2
"""Seconds that each work takes."""


def _write(path: str, line: str) -> None:
    with Path(path).open("a", encoding="utf-8") as file:
        file.write(f"{line}\n")


async def work(path: str, name: str, seconds: float = PAUSE) -> str:
    """Do something on the loop that can't be done twice."""
    _write(path, name)
    await asyncio.sleep(seconds)
    return name


def work_on_thread(path: str, name: str, seconds: float = PAUSE) -> str:
    """Do something on a worker that can't be done twice."""
    _write(path, name)
    time.sleep(seconds)
    return name


@unit(idempotent=True)
async def work_again(path: str, name: str, seconds: float = PAUSE) -> str:
    """Do something that can be done twice."""
    return await work(path, name, seconds)


@unit(idempotent=True)
async def take_back(path: str, name: str) -> None:
    """Take it back."""
    await work(path, f"undo {name}")


async def fail() -> None:
    """Never work."""
    await asyncio.sleep(0)
    raise ValueError("we are closed")


@saga
async def errands(saga: AsyncSaga, *, path: str, count: int = 8, fails: bool = False) -> Any:
    """Do several things one after the other, and take all of them back if that is asked for."""
    done = [await saga.step(work, path, f"step {number}", undo=take_back, name=f"s{number}") for number in range(count)]
    if fails:
        await saga.step(fail)
    return done


@saga
def errands_on_thread(saga: Saga, *, path: str, count: int = 8) -> Any:
    """Do several things one after the other in sync code."""
    return [saga.step(work_on_thread, path, f"step {number}", name=f"s{number}") for number in range(count)]


UNITS = {"work": work, "work_on_thread": work_on_thread, "work_again": work_again, "take_back": take_back}
SAGAS = {"errands": errands, "errands_on_thread": errands_on_thread}
