"""The local contexts: in this process, except for Ctrl-C, which has an interpreter of its own to interrupt."""

from __future__ import annotations

import json
import signal
import sys
from dataclasses import asdict
from typing import Self

from tests.matrix.cells import Cell
from tests.matrix.contexts.places import PLACES
from tests.matrix.contexts.process import Process, say
from tests.matrix.probes import SUSPENDED, Outcome


class Interpreter:
    """A process that runs cells in its main thread, where Ctrl-C arrives; one does for all cells."""

    def __init__(self) -> None:
        self._process: Process | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc_info: object) -> None:
        if self._process is not None:
            self._process.kill()
            self._process = None

    def observe(self, cell: Cell) -> list[Outcome]:
        """Run a cell here, or in the process if it is to be interrupted."""
        if cell.outcome != "ctrl_c":
            return PLACES[cell.context](cell)
        try:
            return self._interrupt(cell)
        except BaseException:
            self.__exit__()  # whatever state it is in, the next cell gets a new one
            raise

    def _interrupt(self, cell: Cell) -> list[Outcome]:
        if self._process is None:
            self._process = Process(__name__)
        self._process.write(asdict(cell))
        while (message := self._process.read()) == SUSPENDED:
            self._process.press_ctrl_c()
        assert isinstance(message, list)
        return message


def serve() -> None:
    """Run the cells that are asked for on standard input, until it ends."""
    # Started from a shell's background, a process is born with Ctrl-C ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for line in sys.stdin:
        cell = Cell(**json.loads(line))
        say(PLACES[cell.context](cell))


if __name__ == "__main__":
    serve()
