"""The dotted name of each project file, decided by where packages begin.

1. Every file has one name, and no two files have the same.
2. Below an explicit root or a directory ``src``, a name is the path from there, whether files in it were given or not.
3. In a package it begins with the topmost directory that has an `__init__`, unless two packages would then have one
   name, or it would hide a module of the standard library, or it lies among tests, examples and the like.
4. Elsewhere, and where 3 doesn't hold, it is the path from the nearest directory that holds a project, or from the top.
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence

from duotone.analyzer.modules.listings import Listings
from duotone.analyzer.modules.paths import above, is_below, name_of, parts_below, split_suffix

__all__ = ["Names"]

_FIRM = frozenset({"src", "stubs", "typings"})
_PROJECT_FILES = ("pyproject.toml", "setup.py", "setup.cfg")
# In a package, `setup.py` may be any module.
_INNER_PROJECT_FILES = frozenset({".git", "Pipfile", "pyproject.toml", "setup.cfg"})
# Code that serves the project without being part of it: what lies in there is seen only from in there.
_ASIDE = frozenset(
    {
        "benchmark",
        "benchmarks",
        "bin",
        "contrib",
        "demo",
        "demos",
        "doc",
        "docs",
        "example",
        "examples",
        "fixtures",
        "notebooks",
        "sample",
        "samples",
        "script",
        "scripts",
        "test",
        "test_data",
        "testdata",
        "testing",
        "tests",
        "third_party",
        "tool",
        "tools",
        "tutorial",
        "tutorials",
        "vendor",
    }
)


class Names:
    """The names of all project files, and the directories that they are imported from."""

    def __init__(
        self,
        files: Sequence[str],
        listings: Listings,
        roots: Iterable[str],
        start: str,
        is_stdlib: Callable[[str], bool],
    ) -> None:
        self._listings = listings
        self._is_stdlib = is_stdlib
        self._roots = tuple(roots)
        self._inits: dict[str, bool] = {}
        self._root: dict[str, str] = {}
        self._firm: dict[str, str | None] = {}
        self._main: dict[str, bool] = {}
        self.top = _top_of(files, start)
        by_directory: dict[str, list[str]] = defaultdict(list)
        for path in files:
            by_directory[above(path)].append(path)
        self.names: dict[str, str] = {}
        self.paths: dict[str, str] = {}
        self._assign(by_directory)
        self.main = self._main_roots(by_directory)
        self.packages, self.loose = self._local_tops(by_directory)

    def has_init(self, directory: str) -> bool:
        """Whether `directory` is a regular package."""
        known = self._inits.get(directory)
        if known is None:
            names: Collection[str] = self._listings.known_names(directory)
            if "__init__.py" not in names and "__init__.pyi" not in names:
                names = self._listings.names(directory)
            known = self._inits[directory] = "__init__.py" in names or "__init__.pyi" in names
        return known

    def root_of(self, directory: str) -> str:
        """Return the first directory from `directory` upwards that is not inside a package."""
        known = self._root.get(directory)
        if known is None:
            higher = above(directory)
            is_inside = higher != directory and self._is_inside(directory)
            known = self._root[directory] = self.root_of(higher) if is_inside else directory
        return known

    def _is_inside(self, directory: str) -> bool:
        # A directory without an `__init__` below one that has it is a namespace in that package.
        if self.has_init(directory):
            return True
        return directory != self.top and is_below(directory, self.top) and self._is_inside(above(directory))

    def is_main(self, directory: str) -> bool:
        """Whether the whole project imports from `directory`."""
        known = self._main.get(directory)
        if known is None:
            known = self._main[directory] = self._is_main(directory)
        return known

    def _is_main(self, directory: str) -> bool:
        if directory == self.top or directory in self._roots:
            return True
        if self.has_init(directory):
            return False
        if name_of(directory) in _FIRM:
            return True
        names = self._listings.names(directory)
        return any(name in names for name in _PROJECT_FILES)

    def is_inner_project(self, directory: str) -> bool:
        """Whether a package is a project of its own, so that what lies in there may import from there."""
        if self.is_main(directory) or self.is_aside(directory) or not self.has_init(directory):
            return False
        return not _INNER_PROJECT_FILES.isdisjoint(self._listings.names(directory))

    def inner_projects(self) -> list[str]:
        """List the packages with files of the run that are projects of their own."""
        directories = {each for one in {above(path) for path in self.names} for each in self.upward(one)}
        return sorted(filter(self.is_inner_project, directories))

    def is_aside(self, directory: str) -> bool:
        """Whether `directory` lies among tests, examples and the like."""
        return not _ASIDE.isdisjoint(parts_below(directory, self.top))

    def upward(self, directory: str) -> list[str]:
        """List `directory` and what is above it, up to the top, or up to the root of its package if that is higher."""
        found = [directory]
        while is_below(directory, self.top) and directory != self.top:
            directory = above(directory)
            found.append(directory)
        return found

    def _firm_root(self, directory: str) -> str | None:
        if directory in self._firm:
            return self._firm[directory]
        found: str | None
        is_src = name_of(directory) in _FIRM and not self.has_init(directory)
        if directory in self._roots or (is_src and directory != self.top):
            found = directory
        elif directory == self.top or not is_below(directory, self.top):
            found = None
        else:
            found = self._firm_root(above(directory))
        self._firm[directory] = found
        return found

    def _main_above(self, directory: str) -> str:
        return next((each for each in self.upward(directory) if self.is_main(each)), directory)

    def _origin(self, directory: str) -> str:
        """Return the directory from which the names of the files in `directory` are counted."""
        firm = self._firm_root(directory)
        if firm is not None:
            return firm
        root = self.root_of(directory)
        if root == directory:
            return self._main_above(directory)
        if self.is_main(root):
            return root
        package = parts_below(directory, root)[0]
        if self.is_aside(root) or self._is_stdlib(package):
            return self._main_above(root)
        return root

    def _assign(self, by_directory: dict[str, list[str]]) -> None:
        origins = {directory: self._origin(directory) for directory in by_directory}
        claims: dict[str, set[str]] = defaultdict(set)
        for directory, origin in origins.items():
            package = parts_below(directory, origin)[:1]
            if package and self.has_init(f"{origin}{os.sep}{package[0]}"):
                claims[package[0]].add(origin)
        for directory, origin in origins.items():
            package = parts_below(directory, origin)[:1]
            if package and len(claims[package[0]]) > 1 and origin not in (self.top, *self._roots):
                origins[directory] = self.top if is_below(directory, self.top) else origin
        prefixes = {directory: _dotted(directory, origin) for directory, origin in origins.items()}
        self._assign_files(by_directory, prefixes)

    def _assign_files(self, by_directory: dict[str, list[str]], prefixes: dict[str, str]) -> None:
        wanted = {
            path: _joined(prefixes[directory], path) for directory, paths in by_directory.items() for path in paths
        }
        counts = Counter(name for path, name in wanted.items() if not path.endswith(".pyi"))
        # A package hides the module of its name, and a module a notebook; a stub shares the name of what it describes.
        for path in sorted(wanted, key=_precedence):
            name = wanted[path]
            directory = above(path)
            if counts[name] > 1 and is_below(directory, self.top):
                name = _joined(_dotted(directory, self.top), path)
            if name in self.paths and not path.endswith(".pyi"):
                name = f"{name}{split_suffix(path)[1]}"
            self.names[path] = name
            self.paths.setdefault(name, path)

    def _main_roots(self, directories: Iterable[str]) -> tuple[str, ...]:
        seen: set[str] = set()
        found: set[str] = set()
        for directory in directories:
            for each in self.upward(self.root_of(directory)):
                if each in seen:
                    break
                seen.add(each)
                found.update(filter(self.is_main, (each, *self._sources_in(each))))
        first = (*self._roots, self.top)
        return (*dict.fromkeys(first), *sorted(found.difference(first)))

    def _sources_in(self, directory: str) -> list[str]:
        # Who has only the tests checked, or one of them, means the sources beside them all the same.
        return [f"{directory}{os.sep}{name}" for name in _FIRM.intersection(self._listings.names(directory))]

    def _local_tops(self, directories: Iterable[str]) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
        """List what can be imported from other directories than the main roots: packages, and loose modules."""
        packages: dict[str, list[str]] = defaultdict(list)
        loose: dict[str, list[str]] = defaultdict(list)
        roots = {self.root_of(directory) for directory in directories}
        for root in sorted(roots):
            if self.is_main(root) or self.is_aside(root):
                continue
            for name in sorted(self._listings.known_names(root)):
                if self.has_init(f"{root}{os.sep}{name}"):
                    packages[name].append(root)
                elif name.endswith(".py"):
                    loose[name[:-3]].append(root)
        return dict(packages), dict(loose)


def _top_of(files: Sequence[str], start: str) -> str:
    """Return `start`, or what the files have in common if they lie elsewhere."""
    if not files or any(is_below(path, start) for path in files):
        return start
    try:
        return os.path.commonpath([above(path) for path in files])
    except ValueError:  # on several drives
        return start


def _dotted(directory: str, origin: str) -> str:
    parts = parts_below(directory, origin)
    if parts:
        parts[0] = parts[0].removesuffix("-stubs")
    return ".".join(parts)


def _joined(prefix: str, path: str) -> str:
    stem = split_suffix(name_of(path))[0]
    if stem == "__init__" and prefix:
        return prefix
    return f"{prefix}.{stem}" if prefix else stem


def _precedence(path: str) -> tuple[int, str]:
    name = name_of(path)
    if name == "__init__.py":
        return 0, path
    return {".py": 1, ".pyi": 2}.get(split_suffix(name)[1], 3), path
