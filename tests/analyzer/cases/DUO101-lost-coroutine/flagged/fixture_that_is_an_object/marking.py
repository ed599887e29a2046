"""A decorator as pytest has it: what it gives is an object, and no function any more."""

from collections.abc import Callable


class Definition:
    def __init__(self, function: Callable[..., object]) -> None:
        self.function = function


def fixture(function: Callable[..., object]) -> Definition:
    return Definition(function)
