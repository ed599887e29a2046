"""Functions that a call gives, by their annotation alone: called with a value, or with a function that they ask for."""

from collections.abc import Callable, Coroutine
from typing import Any

Handler = Callable[..., Coroutine[Any, Any, None]]


class Registry:
    handlers: dict[str, Handler]

    def find(self, name: str) -> Handler:
        return self.handlers[name]

    def later(self, seconds: float) -> Callable[[Callable[[], None]], Coroutine[Any, Any, None]]:
        return self.handlers[f"after {seconds}"]


def beep() -> None:
    print("beep")


async def tell(registry: Registry, event: str) -> None:
    registry.find("event")(event)  # expect: DUO101
    registry.later(2)(beep)  # expect: DUO101
