"""A coroutine that is asked for what it is where it gets its name, and compared with the class of another one."""

from collections.abc import Awaitable


async def load(key: str) -> list[str]:
    return [key]


def through(made: object) -> object:
    return made


async def main() -> None:
    assert isinstance((made := load("a")), Awaitable)
    assert isinstance((passed := through(made)), Awaitable)
    assert isinstance(passed, type(made))
    print(await passed)


async def compared() -> None:
    first, second = load("a"), load("b")
    assert isinstance(first, type(second))
    print(await first, await second)
