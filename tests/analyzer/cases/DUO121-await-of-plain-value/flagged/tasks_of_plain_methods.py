"""A task is made of what a plain method gives, or a decorated one that stays plain."""

import asyncio
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def logged(function: Callable[P, R]) -> Callable[P, R]:
    @wraps(function)
    def wrapper(*args: P.args, **kwargs: P.kwargs) -> R:
        print("called")
        return function(*args, **kwargs)

    return wrapper


class Adapter:
    def handle(self) -> None:
        print("handled")

    @logged
    def count(self) -> int:
        return 1


async def run(adapter: Adapter) -> None:
    await asyncio.gather(
        adapter.handle(),  # expect: DUO121
        adapter.count(),  # expect: DUO121
    )
    print(await adapter.count())  # expect: DUO121
