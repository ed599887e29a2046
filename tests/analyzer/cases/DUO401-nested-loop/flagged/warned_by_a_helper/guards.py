"""A helper that says so where a loop is running, and goes on."""

import asyncio


def mention_loops(name: str) -> None:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return
    print(f"{name} was called on a running loop")
