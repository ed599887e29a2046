"""From a dotted name to its file and back: the project, the standard library, then what is installed."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from duotone.analyzer.modules import typeshed
from duotone.analyzer.modules.environment import find_environment
from duotone.analyzer.modules.listings import Found, Listings, find
from duotone.analyzer.modules.naming import Names
from duotone.analyzer.modules.paths import above, is_below, join, parts_below, shared_parts, split_suffix

__all__ = ["Kind", "Modules"]

Kind = Literal["project", "library", "stub", "typeshed"]


class _Base(NamedTuple):
    """A directory in which a top-level name was found, and how."""

    directory: str
    kind: Literal["project", "library", "stubs", "typeshed", "mapped"]


class _Bases(NamedTuple):
    """Where to search for a name, and whether that is the same from every place."""

    order: tuple[_Base, ...]
    is_shared: bool


class Modules:
    """Every module that project files can import, by name, without importing anything.

    One name may mean two files in a project with several roots, and one file may have several names. So whoever looks
    up the name in an import says where the import stands (`near`), and compares files and not names; `name_of` names
    each file once.
    """

    def __init__(
        self, files: Sequence[Path], roots: Sequence[Path] = (), python: Path | None = None, *, start: Path
    ) -> None:
        paths = [os.fspath(path) for path in files]
        origin = os.path.abspath(start)  # noqa: PTH100  # links stay as they are
        stubs = typeshed.directory()
        self.environment = find_environment(python, Path(origin))
        self._typeshed = os.fspath(stubs)
        self._versions = typeshed.Versions(stubs, self.environment.version)
        self._listings = Listings(paths)
        # A root that isn't absolute is meant as seen from the start.
        absolute = [join(origin, os.fspath(root)) for root in roots]
        self._names = Names(paths, self._listings, absolute, origin, self._versions.has_top)
        self._shared: dict[str, _Bases] = {}
        self._local: dict[tuple[str, str], _Bases] = {}
        self._results: dict[str, Path | None] = {}
        self._paths = dict(zip(paths, files, strict=True))

    def name_of(self, path: Path) -> str:
        """Return the dotted name of a file; every project file has its own."""
        text = os.fspath(path)
        name = self._names.names.get(text)
        if name is None:
            name = self._foreign_name(text)
        return name

    def path_of(self, name: str, near: Path | None = None) -> Path | None:
        """Return the file of the module `name`, as seen from the file `near`.

        A project file is its source if it has one; of installed packages the stub is preferred. Namespace packages and
        compiled modules without stubs have none.
        """
        bases = self._bases(name.partition(".")[0], near)
        if near is not None and self.is_of_its_name(name, near):
            found = self._first_file(name, [base for base in bases.order if base.directory != above(os.fspath(near))])
            return None if found is None else self._path(found)
        if not bases.is_shared:
            found = self._first_file(name, bases.order) or self._names.paths.get(name)
            return None if found is None else self._path(found)
        if name not in self._results:
            found = self._names.paths.get(name) or self._first_file(name, bases.order)
            self._results[name] = None if found is None else self._path(found)
        return self._results[name]

    def is_of_its_name(self, name: str, near: Path) -> bool:
        """Whether a file imports its own name, which means another module unless its directory is a root."""
        directory, last = os.path.split(os.fspath(near))
        is_root = self._names.is_main(directory) and not self._names.has_init(directory)
        return name == split_suffix(last)[0] and not is_root

    def stub_of(self, path: Path) -> Path | None:
        """Return the stub beside a source file: the source has the bodies, the stub has the types."""
        directory, name = os.path.split(os.fspath(path))
        if name.endswith(".py") and f"{name}i" in self._listings.names(directory):
            return self._path(f"{directory}{os.sep}{name}i")
        return None

    def kind_of(self, path: Path) -> Kind:
        """Return where a file belongs; "project" includes what lies beside the files that were given."""
        text = os.fspath(path)
        if is_below(text, self._typeshed):
            return "typeshed"
        if text.endswith(".pyi"):
            return "stub"
        if text in self._names.names:
            return "project"
        installed = any(is_below(text, each) for each in self.environment.directories if each not in self._names.main)
        return "project" if not installed and any(is_below(text, each) for each in self._names.main) else "library"

    def is_package(self, name: str, near: Path | None = None) -> bool:
        """Whether `name` can have submodules; true of namespace packages too."""
        return any(found.directory is not None for found in self._each(name, near))

    def children(self, name: str, near: Path | None = None) -> tuple[str, ...]:
        """Return the last parts of the names of all submodules, sorted."""
        listings = self._listings
        directories = [found.directory for found in self._each(name, near) if found.directory is not None]
        children = {
            child
            for directory in directories
            for child in listings.importable(directory) - {"__init__", "__pycache__"}
            if child.isidentifier() and find(directory, [child], listings) is not None
        }
        return tuple(sorted(children))

    def inner_projects(self) -> list[str]:
        """List the packages that are projects of their own, which decides on what imports in them mean."""
        return self._names.inner_projects()

    def __getstate__(self) -> dict[str, object]:
        """Leave the results of lookups behind: another process looks up what it needs."""
        state: dict[str, object] = dict(self.__dict__)
        state.update(_shared={}, _local={}, _results={})
        return state

    def _path(self, text: str) -> Path:
        return self._paths.get(text) or Path(text)

    def _first_file(self, name: str, bases: Sequence[_Base]) -> str | None:
        parts = name.split(".")
        for base in bases:
            found = self._find(base, parts)
            if found is not None:
                first, second = found.stub, found.source
                if base.kind == "project":
                    first, second = second, first
                if first or second or found.is_regular:
                    return first or second
            elif self._is_committed(base, parts):
                return None
        return None

    def _is_committed(self, base: _Base, parts: Sequence[str]) -> bool:
        """Whether the name begins with a regular package here, so that another place can't hold the rest of it."""
        if base.kind in {"stubs", "typeshed"} or len(parts) == 1:
            return False
        top = self._find(base, parts[:1])
        return top is not None and top.is_regular

    def _each(self, name: str, near: Path | None) -> Iterator[Found]:
        bases = self._bases(name.partition(".")[0], near)
        known = self._names.paths.get(name, "")
        if bases.is_shared and known.endswith(("__init__.py", "__init__.pyi")):
            yield Found(known, directory=above(known))
            return
        parts = name.split(".")
        for base in bases.order:
            found = self._find(base, parts)
            if found is not None:
                yield found
                if found.is_regular and base.kind != "stubs":
                    return

    def _find(self, base: _Base, parts: Sequence[str]) -> Found | None:
        if base.kind == "stubs":
            return find(base.directory, [f"{parts[0]}-stubs", *parts[1:]], self._listings)
        if base.kind == "mapped":
            directory, name = os.path.split(base.directory)
            return find(directory, [name.removesuffix(".py"), *parts[1:]], self._listings)
        if base.kind == "typeshed" and not self._versions.has(".".join(parts)):
            return None
        return find(base.directory, parts, self._listings)

    def _bases(self, top: str, near: Path | None) -> _Bases:
        """List where `top` is, in order; the list is shared if it is the same wherever the import stands."""
        shared = self._shared.get(top)
        if shared is None:
            shared = self._shared[top] = _Bases(tuple(self._search(top)), is_shared=True)
        if near is None:
            return shared
        directory = above(os.fspath(near))
        bases = self._local.get((top, directory))
        if bases is None:
            bases = self._local[top, directory] = self._seen_from(directory, top, shared)
        return bases

    def _seen_from(self, directory: str, top: str, shared: _Bases) -> _Bases:
        local = list(self._local_bases(directory, top))
        inner = list(self._inner_roots(directory, top))
        if not local and not inner and not shared.order:
            local = list(self._last_resort(directory, top))
        project = [base for base in shared.order if base.kind == "project"]
        if not local and not inner and len(project) < 2:  # noqa: PLR2004  # nothing to choose from
            return shared
        own = [*inner, *(base for base in project if is_below(directory, base.directory))]
        own.sort(key=lambda base: len(base.directory), reverse=True)
        rest = [base for base in shared.order if base not in own]
        roots = list(itertools.takewhile(lambda base: base.kind == "project", rest))
        # The tests of a service mean the sources of that service, which share most of their path.
        nearest = sorted(roots, key=lambda base: shared_parts(directory, base.directory), reverse=True)
        return _Bases((*local, *own, *nearest, *rest[len(roots) :]), is_shared=False)

    def _local_bases(self, directory: str, top: str) -> Iterator[_Base]:
        """List the directories from `directory` upwards that only what lies below them imports from."""
        names = self._names
        if self._versions.has_top(top):
            return
        for each in names.upward(directory):
            is_seen = each == directory or not names.is_aside(each)
            if is_seen and top in self._listings.importable(each) and not (names.is_main(each) or names.has_init(each)):
                yield _Base(each, "project")

    def _inner_roots(self, directory: str, top: str) -> Iterator[_Base]:
        """List the packages around `directory` that are projects of their own, as if those were checked from inside."""
        names = self._names
        if self._versions.has_top(top):
            return
        for each in names.upward(directory):
            if top in self._listings.importable(each) and names.is_inner_project(each):
                yield _Base(each, "project")

    def _search(self, top: str) -> Iterator[_Base]:
        names = self._names
        yield from (_Base(each, "project") for each in names.main if top in self._listings.importable(each))
        if self._versions.has_top(top):
            yield _Base(self._typeshed, "typeshed")
        # Several packages of one name below several directories: only what lies beside them can tell which is meant.
        if len(names.packages.get(top, ())) == 1:
            yield _Base(names.packages[top][0], "project")
        yield from self._installed(top)
        if len(names.loose.get(top, ())) == 1:
            yield _Base(names.loose[top][0], "project")

    def _installed(self, top: str) -> Iterator[_Base]:
        directories, listings = self.environment.directories, self._listings
        yield from (_Base(each, "stubs") for each in directories if f"{top}-stubs" in listings.names(each))
        yield from (_Base(each, "library") for each in directories if top in listings.importable(each))
        if top in self.environment.names:
            yield _Base(self.environment.names[top], "mapped")

    def _last_resort(self, directory: str, top: str) -> Iterator[_Base]:
        """List what can be meant when nothing else is: helpers above a test, a `src` with an `__init__`, scripts."""
        names, listings = self._names, self._listings
        for each in names.upward(directory):
            if names.is_aside(each) and not names.has_init(each) and top in listings.importable(each):
                yield _Base(each, "project")
            source = join(each, "src")
            if names.has_init(source) and top in listings.importable(source):
                yield _Base(source, "project")
        is_top = names.has_init(directory) and not names.has_init(above(directory))
        if is_top and top in listings.importable(directory):
            yield _Base(directory, "project")

    def _foreign_name(self, path: str) -> str:
        bases = [self._typeshed, *self.environment.directories, *self._names.main]
        base = max((each for each in bases if is_below(path, each)), key=len, default=above(path))
        parts = parts_below(split_suffix(path)[0], base)
        if parts[-1] == "__init__" and len(parts) > 1:
            parts.pop()
        return ".".join([parts[0].removesuffix("-stubs"), *parts[1:]])
