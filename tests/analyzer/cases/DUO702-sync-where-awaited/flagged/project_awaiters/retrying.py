"""A function of the project awaits what it is given, and gets a plain function."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

T = TypeVar("T")


async def retry(action: Callable[[], Awaitable[T]], times: int = 3) -> T:
    for _ in range(times - 1):
        try:
            return await action()
        except OSError:
            continue
    return await action()


async def untyped_retry(action, times=3):
    for _ in range(times):
        await action()


class Saga:
    def __init__(self) -> None:
        self.steps: list[Callable[[], Awaitable[None]]] = []

    def add(self, step: Callable[[], Awaitable[None]]) -> None:
        self.steps.append(step)

    async def run(self) -> None:
        for step in self.steps:
            await step()
