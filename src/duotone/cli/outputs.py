"""Where findings go: standard output, and files that are either written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
import tempfile
from collections.abc import Generator, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from duotone.analyzer.settings import closest
from duotone.analyzer.texts import lines_of
from duotone.cli.installed import version
from duotone.cli.running import Run, all_rules
from duotone.cli.terminal import can_show_unicode, wants_color, width
from duotone.errors import WrongUse

if TYPE_CHECKING:
    from duotone.analyzer.output import Context

__all__ = ["Target", "context_of", "emit_bytes", "read_targets", "rendered", "write_whole"]

Target = tuple[str, Path]


def read_targets(given: Iterable[str], formats: Iterable[str], cwd: Path, *, option: str | None = None) -> list[Target]:
    """Read `FORMAT=FILE` options, or those of an option that has one format and takes the file alone.

    Raises `WrongUse` for what can't be written, before any work is done.
    """
    known = list(formats)
    targets: list[Target] = []
    for text in given:
        name, sign, file = text.partition("=")
        said = f"{option} {file}" if option else f"--output {text}"
        if name not in known:
            like = closest(name, known)
            hint = f"did you mean {like!r}?" if like else f"the formats are {', '.join(known)}"
            message = f"--output {text}: unknown format {name!r}; {hint}"
            raise WrongUse(message)
        if not sign or not file:
            message = f"--output {text}: names no file; write --output {name}=FILE"
            raise WrongUse(message)
        if file == "-":
            message = f"{said}: writes files; " + (
                "name one" if option else f"use --output-format {name} for standard output"
            )
            raise WrongUse(message)
        path = cwd / file
        if path in (other for _, other in targets):
            message = f"{said}: another --output writes {file!r} already; name another file"
            raise WrongUse(message)
        if path.is_dir() or not path.parent.is_dir():
            message = f"{said}: {'is a directory' if path.is_dir() else 'its directory is not there'}"
            raise WrongUse(message)
        targets.append((name, path))
    return targets


def rendered(run: Run, name: str, *, is_file: bool, color: str) -> str:
    """Write the findings of a run in one format."""
    from duotone.analyzer.output import FORMATS

    return FORMATS[name](run.findings, context_of(run, is_file=is_file, color=color))


def context_of(run: Run, *, is_file: bool, color: str) -> Context:
    """Say what the writers need to know about a run; a file has no colors and takes every character."""
    from duotone.analyzer.output import Context

    def read(path: str) -> list[str] | None:
        text = run.texts.read(run.cwd / path)
        return None if text is None else lines_of(text)

    return Context(
        root=run.cwd,
        read=read,
        files=run.report.files,
        seconds=run.report.seconds,
        version=version(),
        rules=all_rules(),
        width=width(),
        color=not is_file and wants_color(color),
        unicode=is_file or can_show_unicode(),
    )


def emit_bytes(data: bytes) -> None:
    """Write source to standard output, in its own encoding."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def write_whole(files: Mapping[Path, str]) -> None:
    """Write files beside their places first and move them there together, so that none is ever seen half-written."""
    with contextlib.ExitStack() as stack:
        ready: list[tuple[str, Path]] = []
        for path, text in files.items():
            if path.exists() and not path.is_file():
                _write_through(path, text)
            else:
                ready.append((stack.enter_context(_beside(path, text)), path))
        for name, path in ready:
            os.replace(name, path)  # noqa: PTH105  # there is a name here and no Path


def _write_through(path: Path, text: str) -> None:
    """Write to a pipe or a device, which can't be moved into place."""
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise _unwritable(path, error) from error


@contextlib.contextmanager
def _beside(path: Path, text: str) -> Generator[str]:
    name = ""
    try:
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", newline="\n", dir=path.parent, prefix=f".{path.name}.", delete=False
        ) as file:
            name = file.name
            file.write(text)
        # A temporary file is for its owner alone, and the result is for whoever could read the one before it.
        os.chmod(name, _mode(path))  # noqa: PTH101  # the same
        yield name
    except OSError as error:
        raise _unwritable(path, error) from error
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name)  # noqa: PTH108  # the same


def _mode(path: Path) -> int:
    if path.exists():
        return stat.S_IMODE(path.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _unwritable(path: Path, error: OSError) -> WrongUse:
    return WrongUse(f"{str(path)!r} can't be written ({error.strerror}); name another file")
