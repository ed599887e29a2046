"""Code of 3.12 to 3.14 without a fault."""

import asyncio
from collections.abc import Awaitable, Callable

type Handler[T] = Callable[[T], Awaitable[None]]


class Topic[T]:
    def __init__(self) -> None:
        self.handlers: list[Handler[T]] = []

    async def publish(self, item: T) -> None:
        for handler in self.handlers:
            try:
                await handler(item)
            except ValueError, TypeError:
                print(t"refused {item}")


async def first[T: (int, str)](items: list[T], *, default: T) -> T:
    await asyncio.sleep(0)
    return items[0] if items else default


async def main() -> None:
    topic: Topic[int] = Topic()
    await topic.publish(await first([1], default=0))
    print(f"{", ".join(["a", "b"])}")
