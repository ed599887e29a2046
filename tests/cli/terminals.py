"""A command in a real terminal: typed to, and read until it has said what is expected."""

from __future__ import annotations

import contextlib
import os
import pty
import re
import select
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_SECONDS = 45.0


class Terminal:
    """The other end of a terminal."""

    def __init__(self, process: int, descriptor: int) -> None:
        self._process, self._descriptor = process, descriptor
        self._seen = 0
        self.text = ""
        """All that was shown, without colors."""

    def expect(self, words: str) -> None:
        """Read until something is shown that was not seen before."""
        until = time.monotonic() + _SECONDS
        while (found := self.text.find(words, self._seen)) < 0:
            assert time.monotonic() < until, f"never said {words!r}: {self.text}"
            assert self._read(0.1), f"ended before it said {words!r}: {self.text}"
        self._seen = found + len(words)

    def type(self, text: str) -> None:
        os.write(self._descriptor, text.encode())

    def end(self) -> int:
        """Read all that is left, and return the exit code."""
        until = time.monotonic() + _SECONDS
        while self._read(0.1):
            assert time.monotonic() < until, f"never ended: {self.text}"
        return os.waitstatus_to_exitcode(os.waitpid(self._process, 0)[1])

    def _read(self, seconds: float) -> bool:
        if not select.select([self._descriptor], [], [], seconds)[0]:
            return True
        with contextlib.suppress(OSError):
            data = os.read(self._descriptor, 1 << 16)
            self.text = _ESCAPES.sub("", self.text + data.decode(errors="replace"))
            return bool(data)
        return False


@contextlib.contextmanager
def in_terminal(cwd: Path, *arguments: str) -> Iterator[Terminal]:
    """Run `duotone` in a terminal of 100 columns."""
    with terminal_of(cwd, [sys.executable, "-m", "duotone", *arguments]) as terminal:
        yield terminal


@contextlib.contextmanager
def terminal_of(cwd: Path, command: Sequence[str], **environment: str) -> Iterator[Terminal]:
    """Run a command in a terminal of 100 columns."""
    process, descriptor = pty.fork()
    if process == 0:
        os.chdir(cwd)
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("COVERAGE", "OPENAI"))}
        given = {**kept, "COLUMNS": "100", "TERM": "xterm", "PYTHONUTF8": "1", **environment}
        os.execvpe(command[0], [*command], given)  # noqa: S606
    terminal = Terminal(process, descriptor)
    try:
        yield terminal
    finally:
        with contextlib.suppress(ProcessLookupError, ChildProcessError):
            os.kill(process, 9)
            os.waitpid(process, 0)
        os.close(descriptor)
