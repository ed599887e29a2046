"""A decorator may give what has to be given, and what has a default the caller may ask for."""

import functools


def with_pipeline(function):
    @functools.wraps(function)
    async def wrapper(self, *args, **kwargs):
        async with self.store.pipeline() as pipe:
            return await function(self, pipe, *args, **kwargs)

    return wrapper


class Rows:
    def __init__(self, store) -> None:
        self.store = store

    def save(self, key: str, row: str) -> bool:  # expect: DUO602
        self.store.set(key, row)
        return True


class AsyncRows:
    def __init__(self, store) -> None:
        self.store = store

    @with_pipeline
    async def save(self, pipe, key: str, row: str, retries: int = 3) -> bool:
        pipe.set(key, row, retries)
        await pipe.execute()
        return True
