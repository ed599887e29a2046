"""A decorator whose result gives a value or a coroutine of it, by where it is called."""

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Optional, ParamSpec, TypeVar, Union

P = ParamSpec("P")
R = TypeVar("R")


class Store:
    def open(self) -> None: ...


def async_dispatch(
    async_impl: Union[Callable[P, Coroutine[Any, Any, R]], "classmethod[type[Any], P, Coroutine[Any, Any, R]]"],
) -> Callable[[Callable[P, R]], Callable[P, Union[R, Coroutine[Any, Any, R]]]]:
    def decorator(sync_fn: Callable[P, R]) -> Callable[P, Union[R, Coroutine[Any, Any, R]]]:
        @wraps(sync_fn)
        def wrapper(*args: P.args, _sync: Optional[bool] = None, **kwargs: P.kwargs) -> Union[R, Coroutine[Any, Any, R]]:
            return sync_fn(*args, **kwargs)
        return wrapper
    return decorator


async def aget_store() -> Store:
    return Store()


@async_dispatch(aget_store)
def get_store() -> Store:
    return Store()


class Results:
    store: Optional[Store] = None

    def ensure(self) -> None:
        if self.store is None:
            self.store = get_store(_sync=True)


def many(items: list[int]) -> list[Store]:
    out = []
    for _ in items:
        out.append(get_store())
    return out
