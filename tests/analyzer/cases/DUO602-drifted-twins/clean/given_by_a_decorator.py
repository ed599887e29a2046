"""A decorator gives the async twin what the plain one makes for itself, and another says that its twin is to go."""

import functools
import warnings


def with_pipeline(function):
    @functools.wraps(function)
    async def wrapper(self, *args, **kwargs):
        async with self.store.pipeline() as pipe:
            return await function(self, pipe, *args, **kwargs)

    return wrapper


class Rows:
    def __init__(self, store) -> None:
        self.store = store

    def save(self, key: str, row: str, body: str = "") -> bool:
        self.store.set(key, row, body)
        return True


class AsyncRows:
    def __init__(self, store) -> None:
        self.store = store

    @with_pipeline
    async def save(self, pipe, key: str, row: str, body: bytes = b"") -> bool:
        pipe.set(key, row, body)
        await pipe.execute()
        return True


class Doors:
    def open(self, name: str, force: bool = False) -> str:
        return f"{name} {force}"

    async def open_async(self, name: str, force: bool) -> str:
        warnings.warn("use AsyncDoors", DeprecationWarning, stacklevel=2)
        return f"{name} {force}"
