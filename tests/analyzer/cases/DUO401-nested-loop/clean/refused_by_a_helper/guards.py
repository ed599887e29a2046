"""A guard that raises where a loop is running."""

import asyncio


def refuse_loops(name: str) -> None:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return
    raise RuntimeError(f"{name} was called on a running loop; await its async twin")
