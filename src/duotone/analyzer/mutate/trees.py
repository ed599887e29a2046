"""The files of a tree as text, read and written without changing an encoding or a line end."""

from __future__ import annotations

import dataclasses
import io
import subprocess
import tokenize
from collections.abc import Iterable, Mapping
from pathlib import Path

from duotone.analyzer.files import discover
from duotone.analyzer.settings import Settings
from duotone.errors import DirtyFile, NoPython, OutsideTree

from .records import Mutation, apply

__all__ = ["Text", "Tree", "plant"]


@dataclasses.dataclass(frozen=True)
class Text:
    """A file's text and how it is encoded."""

    text: str
    encoding: str

    @classmethod
    def read(cls, path: Path) -> Text | None:
        """Read a file; None when it is not text, or a notebook."""
        data = path.read_bytes()
        try:
            encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
            return cls(data.decode(encoding), encoding)
        except (SyntaxError, UnicodeDecodeError, LookupError):
            return None

    def encoded(self, text: str) -> bytes:
        """Return another text as bytes of the same file; the codec of a file with a byte order mark writes it."""
        return text.encode(self.encoding)


@dataclasses.dataclass(frozen=True)
class Tree:
    """The Python files below a root, by their path relative to it."""

    root: Path
    texts: Mapping[str, Text]

    @classmethod
    def read(cls, paths: Iterable[Path], root: Path) -> Tree:
        """Read all Python files of the given paths; raises `NoPython`, `OutsideTree` and what discovery raises."""
        found = discover(paths, lambda _: Settings(root=root))
        texts: dict[str, Text] = {}
        for path in (path for group in found.groups for path in group.files if path.suffix == ".py"):
            if not path.is_relative_to(root):
                message = f"{str(path)!r} is outside of {str(root)!r}; run the command from a directory above it"
                raise OutsideTree(message)
            text = Text.read(path)
            if text is not None:
                texts[path.relative_to(root).as_posix()] = text
        if not texts:
            message = "no Python files there; give files or directories with Python code"
            raise NoPython(message)
        return cls(root, texts)

    @property
    def files(self) -> dict[str, str]:
        """The texts alone."""
        return {path: text.text for path, text in self.texts.items()}

    def mutated(self, mutation: Mutation) -> bytes:
        """Return the bytes of the mutation's file with the fault in it."""
        text = self.texts[mutation.path]
        return text.encoded(apply(mutation, text.text))


def plant(tree: Tree, mutation: Mutation) -> None:
    """Write the fault into the tree itself; raises `DirtyFile` when git could not take it back."""
    path = tree.root / mutation.path
    command = ["git", "status", "--porcelain", "--ignored", "--", path.name]
    try:
        status = subprocess.run(command, cwd=path.parent, capture_output=True, text=True, check=True).stdout  # noqa: S603
    except (OSError, subprocess.CalledProcessError) as error:
        message = f"{mutation.path} is not in a git repository, so it could not be restored; use --out for a patch"
        raise DirtyFile(message) from error
    if status:
        message = f"{mutation.path} has changes that are not committed; commit or stash them first, or use --out"
        raise DirtyFile(message)
    path.write_bytes(tree.mutated(mutation))
