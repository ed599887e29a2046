"""Something else is put in its place for a while."""

import asyncio
import contextlib
from collections.abc import Iterator


def refuse() -> asyncio.AbstractEventLoop:
    raise RuntimeError("give it the loop")


@contextlib.contextmanager
def no_guessing() -> Iterator[None]:
    before = asyncio.get_event_loop
    asyncio.get_event_loop = refuse
    try:
        yield
    finally:
        asyncio.get_event_loop = before
