"""Reads a git repository, bare or not: the hunks of its history, files as they were, and whole trees."""

from __future__ import annotations

import contextlib
import re
import subprocess
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator

_HUNK = re.compile(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
_COMMIT = "\x1e"
_KINDS = (".py", "pyproject.toml", "setup.cfg")


@dataclass(frozen=True)
class Hunk:
    """Lines of one file that a commit replaced: the first of the old and of the new ones, and their texts."""

    commit: str
    parent: str
    path: str
    old_start: int
    new_start: int
    old: tuple[str, ...]
    new: tuple[str, ...]


class Repository:
    """A git directory, or a work tree with one."""

    def __init__(self, path: Path) -> None:
        inner = path / ".git"
        self.directory = (inner if inner.is_dir() else path).resolve()

    @property
    def name(self) -> str:
        """The folder that the repository is in, as owner and project where the folder says so."""
        folders = [one for one in reversed(self.directory.parts) if one not in {".git", "repo"}]
        return folders[0].removesuffix(".git").replace("+", "/")

    @property
    def newest(self) -> str:
        """The commit that the walk begins at."""
        return self._ask("rev-parse", "HEAD").strip()

    def hunks(self) -> Iterator[Hunk]:
        """Yield what each commit with one parent replaced in Python files, the newest first."""
        options = ["--no-merges", "--no-renames", "--no-color", "--no-ext-diff", "--no-textconv", "-p", "-U0"]
        command = self._command("log", *options, "-Gawait", f"--format={_COMMIT}%H %P", "HEAD", "--", "*.py")
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            yield from _hunks(line.decode(errors="replace").rstrip("\r\n") for line in process.stdout)

    def text(self, commit: str, path: str) -> str | None:
        """Return a file as it was, if there was one that is UTF-8."""
        asked = subprocess.run(self._command("show", f"{commit}:{path}"), capture_output=True, check=False)
        try:
            return asked.stdout.decode() if asked.returncode == 0 else None
        except UnicodeDecodeError:
            return None

    def paths(self, commit: str) -> list[str]:
        """Return the Python files of a commit."""
        names = self._ask("ls-tree", "-r", "-z", "--name-only", commit).split("\0")
        return [name for name in names if name.endswith(".py")]

    def defining(self, commit: str, names: Iterable[str]) -> list[str]:
        """Return the files of a commit that have a function or a class of one of these names."""
        pattern = rf"\b(def|class)\s+({'|'.join(sorted(names))})\b"
        said = self._ask("grep", "-l", "-z", "-E", pattern, commit, "--", "*.py")
        return [one.partition(":")[2] for one in said.split("\0") if one]

    @contextlib.contextmanager
    def checked_out(self, commit: str) -> Generator[Path]:
        """Have the Python files of a commit in a folder for a while, and those that say where its packages begin."""
        names = self._ask("ls-tree", "-r", "-z", "--name-only", commit).split("\0")
        kinds = [f"*{kind}" for kind in _KINDS if any(name.endswith(kind) for name in names)]
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as archive:
            subprocess.run(self._command("archive", commit, "--", *kinds), stdout=archive, check=True)
            archive.seek(0)
            with tarfile.open(fileobj=archive) as opened:
                opened.extractall(folder, members=filter(tarfile.TarInfo.isfile, opened), filter="data")
            yield Path(folder)

    def _ask(self, *words: str) -> str:
        # grep ends with 1 when it finds nothing.
        asked = subprocess.run(self._command(*words), capture_output=True, text=True, errors="replace", check=False)
        return asked.stdout

    def _command(self, *words: str) -> list[str]:
        return ["git", f"--git-dir={self.directory}", *words]


def _hunks(lines: Iterator[str]) -> Iterator[Hunk]:
    commit = parent = path = ""
    for line in lines:
        if line.startswith(_COMMIT):
            commit, _, parent = line[1:].partition(" ")
        elif line.startswith("+++ "):
            path = line[6:] if line.startswith("+++ b/") else ""
        elif found := _HUNK.match(line):
            first, removed, second, added = (int(one or 1) for one in found.groups())
            old, new = tuple(_taken(lines, "-", removed)), tuple(_taken(lines, "+", added))
            if path and old and new:
                yield Hunk(commit, parent, path, first, second, old, new)


def _taken(lines: Iterator[str], sign: str, count: int) -> Iterator[str]:
    while count:
        line = next(lines)
        if line[:1] == sign:
            count -= 1
            yield line[1:]
