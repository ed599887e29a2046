"""What is done with a pot has a name of its own."""

from collections.abc import Awaitable, Callable
from typing import Protocol


class Pot:
    salt = 0


class Plate:
    warm = False


Step = Callable[[Pot], Awaitable[None]]


class Serving(Protocol):
    def __call__(self, plate: Plate, pot: Pot) -> Awaitable[None]: ...


async def cook(step: Step, serving: Serving) -> None:
    pot = Pot()
    await step(pot)
    await serving(Plate(), pot)
