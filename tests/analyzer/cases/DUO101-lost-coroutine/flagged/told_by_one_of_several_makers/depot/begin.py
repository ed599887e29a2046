"""Whichever was made, what has the method gives a coroutine."""

from depot.engines.making import make_engine


async def begin(kind, key):
    engine = make_engine(kind, key)
    if kind == "shelves":
        engine.create_storage()  # expect: DUO101
