"""What a function gives that is handed in is only told by an annotation, and it is awaited."""

from collections.abc import Callable


async def measured(step: Callable[[], list[float]], turns: int) -> list[float]:
    await step()
    found: list[float] = []
    for _ in range(turns):
        found += await step()
    return found


class Question:
    def __init__(self, check: Callable[[str], bool]) -> None:
        self._check = check

    async def is_answered(self, text: str) -> bool:
        return await self._check(text)
