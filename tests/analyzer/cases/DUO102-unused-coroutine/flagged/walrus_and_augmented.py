"""Other ways to bind a name that is then not used."""

import asyncio
import contextlib


async def warm(model: str) -> bool:
    await asyncio.sleep(0)
    return True


def start(models: list[str]) -> None:
    (ready := warm(models[0]))  # expect: DUO101 | DUO102
    with contextlib.suppress(KeyError):
        first = warm(models[1])  # expect: DUO102


def start_nested(models: list[str]) -> None:
    if models:
        try:
            state = warm(models[0])  # expect: DUO102
        finally:
            print("started")
