"""What every shelf offers."""

from typing import Protocol


class Shelf(Protocol):
    def count_books(self) -> int: ...

    def find_books(self, word: str) -> list[str]: ...
