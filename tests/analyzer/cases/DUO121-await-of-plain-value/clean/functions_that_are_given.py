"""What a function gives that is handed in is only told by an annotation, and it is awaited."""

from collections.abc import Callable


async def measured(step: Callable[[], list[float]], turns: int) -> list[float]:
    await step()
    found: list[float] = []
    for _ in range(turns):
        found += await step()
    return found
