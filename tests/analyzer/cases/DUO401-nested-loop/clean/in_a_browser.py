"""The loop of a browser can run another coroutine while it is running."""

import asyncio

import pyodide_js


async def size(name: str) -> int:
    await asyncio.sleep(0)
    return len(await pyodide_js.loadPackage(name))


def measure(name: str) -> int:
    return asyncio.run(size(name))


async def show(name: str) -> str:
    await asyncio.sleep(0)
    return f"{name}: {measure(name)}"
