"""What is done later is put among what is called later, as a function that makes its coroutine then."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field


@dataclass
class Answer:
    text: str
    afterwards: list[Callable[[], Awaitable[None]]] = field(default_factory=list)


async def remember(name: str) -> None:
    await store(name)


def answer(name: str) -> Answer:
    afterwards = [lambda: remember(name)]
    return Answer(text=name, afterwards=afterwards)
