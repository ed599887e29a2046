"""`--watch`: looks at the times of the files again and again, and runs when one of them has changed."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

from duotone.cli.options import finder
from duotone.cli.running import chosen_files
from duotone.cli.terminal import note
from duotone.errors import DuotoneError

__all__ = ["Stamp", "watch"]

_PAUSE = 0.3
# Looking may take a tenth of the time, and no more: a large tree is looked at less often.
_SHARE = 9

Stamp = dict[Path, tuple[int, int]]


def watch(args: argparse.Namespace, check: Callable[[argparse.Namespace], int]) -> int:
    """Run until Ctrl-C, which is how it is meant to end, and so is no failure."""
    last: Stamp | None = None
    try:
        while True:
            start = time.monotonic()
            stamp = _stamp(args)
            took = time.monotonic() - start
            if stamp != last:
                last = stamp
                _run(args, check)
            time.sleep(max(_PAUSE, took * _SHARE))
    except KeyboardInterrupt:
        return 0


def _run(args: argparse.Namespace, check: Callable[[argparse.Namespace], int]) -> None:
    if sys.stdout.isatty():
        sys.stdout.write("\x1b[2J\x1b[3J\x1b[H")
    try:
        check(args)
    except DuotoneError as error:
        note(f"error: {error}")
    note(f"[{time.strftime('%H:%M:%S')}] watching for changes; Ctrl-C ends it")


def _stamp(args: argparse.Namespace) -> Stamp:
    """Say what all files look like now, or what is wrong with the paths or the settings, as long as something is."""
    cwd = Path.cwd()
    try:
        settings = finder(args, cwd)
        quiet = argparse.Namespace(**{**vars(args), "quiet": True})
        found, _ = chosen_files(quiet, settings, cwd)
    except DuotoneError as error:
        return {Path(str(error)): (0, 0)}
    baselines = {group.settings.baseline for group in found.groups} - {None}
    files = [file for group in found.groups for file in group.files]
    return {path: _look(path) for path in (*files, *settings.sources(), *baselines) if path is not None}


def _look(path: Path) -> tuple[int, int]:
    try:
        found = path.stat()
    except OSError:
        return 0, 0
    return found.st_mtime_ns, found.st_size
