"""The ignore files that hold for a directory: those above it in its repository, its own, and the repository's."""

from __future__ import annotations

import os
from collections.abc import Set as AbstractSet
from pathlib import Path

from duotone.analyzer.gitignore import Patterns

__all__ = ["Ignores"]


class Ignores:
    """A chain of ignore files, the nearest last; the nearest that mentions a path decides."""

    __slots__ = ("_chain",)

    def __init__(self, chain: tuple[tuple[str, Patterns], ...] = ()) -> None:
        self._chain = chain

    @classmethod
    def above(cls, directory: Path, root: Path) -> Ignores:
        """Collect what holds for a directory from above, up to the top of its repository.

        Without a repository, as in an unpacked archive, `root` is the top.
        """
        lineage = [directory, *directory.parents]
        top = next((one for one in lineage if (one / ".git").exists()), None)
        if top is None:
            top = root if directory.is_relative_to(root) else directory
        ignores = cls(_excluded_by_repository(str(top)))
        for one in reversed(lineage[: lineage.index(top) + 1]):
            if one != directory:
                ignores = ignores._with_file(str(one))
        return ignores

    def entering(self, directory: str, names: AbstractSet[str], *, is_start: bool) -> Ignores:
        """Go down into a directory: its own file is added, and another repository begins anew."""
        ignores = self
        if ".git" in names and not is_start:
            ignores = Ignores(_excluded_by_repository(directory))
        return ignores._with_file(directory) if ".gitignore" in names else ignores

    def has(self, path: str, *, is_directory: bool) -> bool:
        """Say whether a path is ignored, given that nothing above it is."""
        for start, patterns in reversed(self._chain):
            relative = path[len(start) :]
            verdict = patterns.verdict(
                relative if os.sep == "/" else relative.replace(os.sep, "/"), is_directory=is_directory
            )
            if verdict is not None:
                return verdict
        return False

    def _with_file(self, directory: str) -> Ignores:
        patterns = _read(Path(directory, ".gitignore"))
        return Ignores((*self._chain, (_prefix(directory), patterns))) if patterns else self


def _prefix(directory: str) -> str:
    return directory if directory.endswith(os.sep) else directory + os.sep


def _excluded_by_repository(top: str) -> tuple[tuple[str, Patterns], ...]:
    patterns = _read(_git_directory(Path(top, ".git")) / "info" / "exclude")
    return ((_prefix(top), patterns),) if patterns else ()


def _git_directory(git: Path) -> Path:
    """Follow the file that stands for the directory in a work tree or a submodule."""
    if not git.is_file():
        return git
    try:
        named = git.read_text(encoding="utf-8", errors="surrogateescape").removeprefix("gitdir:").strip()
        own = git.parent / named
        shared = own / "commondir"
        return own / shared.read_text(encoding="utf-8").strip() if shared.is_file() else own
    except (OSError, ValueError):
        return git


def _read(path: Path) -> Patterns | None:
    try:
        text = path.read_bytes().decode("utf-8-sig", "surrogateescape")
    except (OSError, ValueError):
        return None
    return Patterns(text.split("\n")) or None
