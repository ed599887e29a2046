"""What a terminal can show and is shown: colors, width, what is written to it, one-line notes and the progress bar."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import time
from typing import NoReturn

from duotone.errors import WrongUse

__all__ = ["Parser", "Progress", "can_show_unicode", "emit", "note", "wants_color", "width"]

_BAR = 30
_EVERY = 0.05


class Parser(argparse.ArgumentParser):
    """A parser that refuses in one line."""

    def error(self, message: str) -> NoReturn:
        """End with one line and exit code 2."""
        self.exit(2, f"error: {message}; {self._hint(message)}see `{self.prog} --help`\n")

    def _hint(self, message: str) -> str:
        from duotone.analyzer.settings import closest, is_key

        # The words of argparse, which it is not told to translate.
        _, _, unknown = message.partition("unrecognized arguments: ")
        option = unknown.partition(" ")[0].partition("=")[0]
        if "--config" in self._option_string_actions and is_key(option.removeprefix("--")):
            return f"write --config {option.removeprefix('--')}=...; "
        like = closest(option, list(self._option_string_actions)) if option.startswith("--") else None
        return f"did you mean {like!r}? " if like else ""


class Progress:
    """A bar on stderr while the work goes on, and nothing where nobody looks."""

    def __init__(self, what: str = "files", *, is_wanted: bool = True) -> None:
        self._what = what
        self._is_shown = is_wanted and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._last = 0.0

    def __call__(self, done: int, total: int) -> None:
        """Show how far it is, unless that was shown a moment ago."""
        now = time.monotonic()
        if not self._is_shown or not total or (now - self._last < _EVERY and done < total):
            return
        self._last = now
        full = _BAR * min(done, total) // total
        sys.stderr.write(f"\r[{'=' * full}{' ' * (_BAR - full)}] {done}/{total} {self._what}")
        sys.stderr.flush()

    def close(self) -> None:
        """Take the bar away, so that what follows begins on a clean line."""
        if self._is_shown and self._last:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def wants_color(choice: str) -> bool:
    """Say whether to write colors: as chosen, else as NO_COLOR and FORCE_COLOR say, else on a terminal."""
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def can_show_unicode() -> bool:
    """Say whether standard output takes any character."""
    return (sys.stdout.encoding or "").lower().replace("-", "").startswith("utf")


def width() -> int:
    """Return the width of the terminal in columns."""
    return shutil.get_terminal_size((100, 24)).columns


def note(line: str) -> None:
    """Say one line on stderr."""
    print(line, file=sys.stderr, flush=True)


def emit(text: str) -> None:
    """Write to standard output, whatever its encoding can't say replaced."""
    encoding = sys.stdout.encoding or "utf-8"
    try:
        sys.stdout.write(text.encode(encoding, "replace").decode(encoding))
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read it has gone, and needs no more
        raise
    except OSError as error:
        message = f"standard output can't be written ({error.strerror}); free some space, or write elsewhere"
        raise WrongUse(message) from error
