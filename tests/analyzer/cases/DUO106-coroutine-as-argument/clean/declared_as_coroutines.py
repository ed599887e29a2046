"""What is asked for its next item is an async generator, whatever is declared of the function that makes it."""

from collections.abc import AsyncIterator, Awaitable, Callable
from functools import wraps
from typing import Any, TypeVar

Given = TypeVar("Given", bound=Callable[..., Awaitable[Any]])


async def following(stream):
    return await stream.__anext__()


def by_a_helper(make: Given) -> Given:
    @wraps(make)
    async def stream() -> AsyncIterator[Any]:
        made = make()
        yield await following(made)

    return stream


def by_a_function(make: Given) -> Given:
    @wraps(make)
    async def stream() -> AsyncIterator[Any]:
        made = make()
        yield await anext(made)

    return stream


def by_a_method(make: Given) -> Given:
    @wraps(make)
    async def stream() -> AsyncIterator[Any]:
        made = make()
        yield await made.__anext__()

    return stream
