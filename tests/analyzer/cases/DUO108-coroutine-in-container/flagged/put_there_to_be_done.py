"""What gives nothing is put among what is called later, and nobody calls a coroutine."""

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass
class Answer:
    text: str
    afterwards: list[Callable[[], None]] = field(default_factory=list)


async def remember(name: str) -> None:
    await store(name)


async def answer(name: str) -> Answer:
    afterwards = [remember(name)]  # expect: DUO108
    return Answer(text=name, afterwards=afterwards)


async def again(name: str) -> None:
    await remember(name)
