"""What modules are called on the sync side, and how an import is written from where the copy stands."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from duotone.analyzer.mirror.records import Twin

__all__ = ["Modules", "dotted_name"]


class Modules:
    """The dotted names of all sources and their copies, with those that the user renames."""

    def __init__(self, twins: Iterable[Twin], rename: Mapping[str, str]) -> None:
        twins = [*twins]
        self._names: dict[str, str] = {}
        self._made = frozenset(twin.target for twin in twins)
        for twin in twins:
            source, target = dotted_name(twin.source), dotted_name(twin.target, self._made)
            self._names[source] = target
            self._add_packages(source, target)
        self._explicit = {name: other for name, other in rename.items() if "." in name}
        self.used: set[str] = set()

    def _add_packages(self, source: str, target: str) -> None:
        """A directory that is copied whole has a name too, as long as both sides differ in it."""
        above, below = source.rpartition(".")[0], target.rpartition(".")[0]
        last, other = source.rpartition(".")[2], target.rpartition(".")[2]
        while above != below and last == other and above and below:
            self._names.setdefault(above, below)
            (above, _, last), (below, _, other) = above.rpartition("."), below.rpartition(".")

    def __call__(self, name: str) -> str:
        """Return the dotted name on the sync side; the longest known beginning decides."""
        head = name
        while head:
            if head in self._explicit:
                self.used.add(head)
                return self._explicit[head] + name[len(head) :]
            if head in self._names:
                return self._names[head] + name[len(head) :]
            head = head.rpartition(".")[0]
        return name

    def is_copied(self, name: str) -> bool:
        """Say whether a module is a source, or holds some."""
        return name in self._names or name in self._explicit

    def relative(self, level: int, name: str, twin: Twin) -> tuple[int, str]:
        """Return how a relative import is written in the copy: how many dots, and what follows them."""
        package = _package(twin.source)
        for _ in range(level - 1):
            package = package.rpartition(".")[0]
        absolute = self(".".join(part for part in (package, name) if part))
        home = _package(twin.target, self._made)
        dots = 1
        while home and absolute != home and not absolute.startswith(f"{home}."):
            home = home.rpartition(".")[0]
            dots += 1
        if not home:
            return 0, absolute
        return dots, absolute[len(home) :].removeprefix(".")


def dotted_name(path: Path, made: Collection[Path] = ()) -> str:
    """Return the name by which a file is imported: up to the last directory above it that is a package.

    A directory is one also if its `__init__.py` is among the files that are going to be `made`.
    """
    parts = [] if path.stem == "__init__" else [path.stem]
    return ".".join(part for part in (_package(path, made), *parts) if part)


def _package(path: Path, made: Collection[Path] = ()) -> str:
    names: list[str] = []
    directory = path.parent
    while (init := directory / "__init__.py") in made or init.is_file():
        names.insert(0, directory.name)
        directory = directory.parent
    return ".".join(names)
