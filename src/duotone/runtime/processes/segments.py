"""The output of a command as files of one size, written by its keeper: the first and the last few stay."""

from __future__ import annotations

import os

__all__ = ["Segments"]


class Segments:
    """The output as files of one size; byte n is in file n // size, and those in the middle are dropped."""

    def __init__(self, directory: str, size: int, count: int) -> None:
        self._directory, self._size, self._count = directory, size, count
        self.total = 0
        self._file = self._opened(0)

    def _opened(self, number: int) -> int:
        path = os.path.join(self._directory, f"output.{number}")  # noqa: PTH118  # pathlib takes as long as all the rest
        return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND | os.O_CLOEXEC, 0o600)

    def write(self, data: memoryview) -> None:
        """Write all of `data`, and drop what is too much."""
        while data:
            written = os.write(self._file, data[: self._size - self.total % self._size])
            self.total += written
            data = data[written:]
            if self.total % self._size == 0:
                self._go_on(self.total // self._size)

    def _go_on(self, number: int) -> None:
        os.close(self._file)
        self._file = self._opened(number)
        dropped = number - self._count + 1
        if dropped >= 1:
            os.unlink(os.path.join(self._directory, f"output.{dropped}"))  # noqa: PTH108, PTH118
