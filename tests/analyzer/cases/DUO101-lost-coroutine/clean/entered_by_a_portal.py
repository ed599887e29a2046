"""A plain context manager that stands for an async one gives what entering that one gives in the end."""

import asyncio
from contextlib import AbstractAsyncContextManager, AbstractContextManager, ExitStack
from typing import TypeVar

T = TypeVar("T", covariant=True)


class Portal:
    def wrap(self, manager: AbstractAsyncContextManager[T]) -> AbstractContextManager[T]: ...


class Scheduler:
    async def __aenter__(self) -> "Scheduler":
        await asyncio.sleep(0)
        return self

    async def __aexit__(self, *error: object) -> None:
        await asyncio.sleep(0)


def start(portal: Portal, scheduler: Scheduler, stack: ExitStack | None = None) -> None:
    if stack is None:
        stack = ExitStack()
    stack.enter_context(portal.wrap(scheduler))
    with portal.wrap(scheduler) as entered:
        print(entered.name)
