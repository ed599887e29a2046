"""The seven kinds of callable, each as a sync call of one and the same async function."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial, wraps
from typing import Any, Protocol

from duotone import iterate, run

Work = Callable[..., Awaitable[Any]]


class Call(Protocol):
    """A sync call of `work` that goes through duotone."""

    def __call__(self, work: Work, *args: Any, timeout: float | None = None) -> Any: ...


class Owner:
    """Something that has the work as a method, and is callable itself."""

    def __init__(self, work: Work) -> None:
        self.work = work

    async def method(self, *args: Any) -> Any:
        return await self.work(*args)

    async def __call__(self, *args: Any) -> Any:
        return await self.work(*args)


def hide_color(work: Work) -> Work:
    """Decorate with a sync wrapper, so that only the result tells that the work is async."""

    @wraps(work)
    def wrapper(*args: Any) -> Awaitable[Any]:
        return work(*args)

    return wrapper


async def stream(work: Work, *args: Any) -> AsyncIterator[Any]:
    yield "the first value"
    yield await work(*args)


def call_function(work: Work, *args: Any, timeout: float | None = None) -> Any:
    return run(work, *args, timeout=timeout)


def call_partial(work: Work, *args: Any, timeout: float | None = None) -> Any:
    return run(partial(work, *args), timeout=timeout)


def call_bound_method(work: Work, *args: Any, timeout: float | None = None) -> Any:
    return run(Owner(work).method, *args, timeout=timeout)


def call_callable_object(work: Work, *args: Any, timeout: float | None = None) -> Any:
    return run(Owner(work), *args, timeout=timeout)


def call_decorated(work: Work, *args: Any, timeout: float | None = None) -> Any:
    return run(hide_color(work), *args, timeout=timeout)


def call_generator(work: Work, *args: Any, timeout: float | None = None) -> Any:
    first, last = iterate(stream(work, *args), timeout=timeout)
    assert first == "the first value"
    return last


def call_coroutine(work: Work, *args: Any, timeout: float | None = None) -> Any:
    return run(work(*args), timeout=timeout)


CALLS: dict[str, Call] = {
    "function": call_function,
    "partial": call_partial,
    "bound_method": call_bound_method,
    "callable_object": call_callable_object,
    "decorated": call_decorated,
    "generator": call_generator,
    "coroutine": call_coroutine,
}
