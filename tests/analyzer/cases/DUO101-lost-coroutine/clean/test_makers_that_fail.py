"""Tests expect that a function can't be made here, so that what would be called never is."""

from functools import wraps

import pytest


def within_context(function):
    if not hasattr(function, "context"):
        raise RuntimeError("there is no context here")

    @wraps(function)
    async def wrapper(*args):
        async with function.context:
            return await function(*args)

    return wrapper


def test_outside_of_a_context() -> None:
    with pytest.raises(RuntimeError):
        within_context(lambda: None)()
