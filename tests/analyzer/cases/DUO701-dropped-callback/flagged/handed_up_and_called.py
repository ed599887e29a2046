"""What is annotated as a plain function is handed up to a class that calls it so."""

import asyncio
from collections.abc import Callable


class Question:
    def __init__(self, name: str, check: Callable[[str], bool]) -> None:
        self.name = name
        self._check = check

    def ask(self, text: str) -> bool:
        return self._check(text)


class Choice(Question):
    def __init__(self, name: str, check: Callable[[str], bool]) -> None:
        super().__init__(name, check)


async def is_known(text: str) -> bool:
    await asyncio.sleep(0)
    return bool(text)


def main() -> bool:
    return Choice("place", is_known).ask("here")  # expect: DUO701
