"""A notebook: cells of a real Jupyter kernel call async code from sync code, where `asyncio.run` raises."""

from __future__ import annotations

from jupyter_client.manager import start_new_kernel

CELLS = [
    """
import asyncio
from duotone import run

async def query(table):
    return await asyncio.sleep(0.01, f"rows of {table}")

def load(table):  # a sync function of some library
    return run(query, table)
""",
    "print(load('orders'))",
    """
coroutine = query('orders')
try:
    asyncio.run(coroutine)
except RuntimeError as error:
    coroutine.close()
    print('asyncio.run:', error)
""",
]


def main() -> None:
    manager, client = start_new_kernel(kernel_name="python3")
    try:
        for cell in CELLS:
            reply = client.execute_interactive(cell, timeout=30, output_hook=show)
            assert reply["content"]["status"] == "ok", reply["content"]
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def show(message: dict[str, dict[str, str]]) -> None:
    """Print what a cell prints."""
    if "text" in message["content"]:
        print(message["content"]["text"], end="")


if __name__ == "__main__":
    main()
