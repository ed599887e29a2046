"""The annotation says that the result is awaited, and the function goes on to where it is not."""

from collections.abc import Awaitable, Callable


def attempt(work: Callable[[int], int], row: int) -> int:
    """Nobody awaits what the function gives."""
    for _ in range(3):
        result = work(row)
        if result:
            return result
    return 0


def attempt_all(rows: list[int], work: Callable[[int], Awaitable[int]]) -> list[int]:
    return [attempt(work, row) for row in rows]


def double(row: int) -> int:
    return 2 * row


def start() -> list[int]:
    return attempt_all([1, 2], double)
