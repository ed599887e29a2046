"""A channel that outlives its process: what is delivered is a line of a file, which all processes append to."""

from __future__ import annotations

from duotone.runtime import Abilities, Notice

__all__ = ["Board"]


class Board:
    """A file on which everybody reads what has come."""

    abilities = Abilities(in_turn=True, streaming=True, durable=True)

    def __init__(self, session: str, path: str) -> None:
        """Write to the file in `path`."""
        self.name = f"board-{session}"
        self._path = path

    def deliver(self, notice: Notice, /) -> None:
        """Write down what has come."""
        with open(self._path, "a", encoding="utf-8") as file:  # noqa: PTH123
            file.write(f"{notice.key}\n")
