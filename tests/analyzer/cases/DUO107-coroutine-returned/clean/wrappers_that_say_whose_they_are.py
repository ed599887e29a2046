"""A plain wrapper has the annotation of the async function that it wraps, and gives its coroutine."""

import functools
from inspect import iscoroutinefunction, unwrap


def check_wrapped() -> None:
    async def paint(color: str, wall: str) -> str:
        return color + wall

    @functools.wraps(paint)
    def painted(color: str, wall: str) -> str:
        return paint(color, wall)

    assert iscoroutinefunction(unwrap(functools.partial(painted, "red").func))
