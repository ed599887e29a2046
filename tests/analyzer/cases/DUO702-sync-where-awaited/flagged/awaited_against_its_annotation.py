"""The annotation of the parameter asks for a plain function, and the body awaits what it gives."""

import asyncio
from collections.abc import Callable


async def visit(address: str, handler: Callable[[str], None]) -> None:
    await asyncio.sleep(0)
    await handler(address)


def show(text: str) -> None:
    print(text)


async def main() -> None:
    await visit("a", show)  # expect: DUO702
