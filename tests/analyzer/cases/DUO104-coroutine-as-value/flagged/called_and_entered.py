"""A coroutine is called, or entered with `with`, as if it were what it gives."""

import asyncio
from collections.abc import Callable


class Span:
    def __enter__(self) -> "Span":
        return self

    def __exit__(self, *details: object) -> None:
        print("end")


class Tracer:
    async def start(self, name: str) -> Span:
        await asyncio.sleep(0)
        return Span()

    async def hook(self, name: str) -> Callable[[str], str]:
        await asyncio.sleep(0)
        return str.upper


def traced(tracer: Tracer) -> str:
    with tracer.start("turn"):  # expect: DUO104 | DUO123
        print("inside")
    return tracer.hook("turn")("text")  # expect: DUO104
