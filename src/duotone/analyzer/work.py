"""The work that is spread over processes: reading files for their outlines, and running their bodies."""

from __future__ import annotations

import dataclasses
import functools
import gc
import hashlib
import json
import os
import re
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from duotone.analyzer import analysis, parsing
from duotone.analyzer.flow.fixtures import is_fixture
from duotone.analyzer.link import Found, Named, Project, tallied
from duotone.analyzer.link.symbols import ModuleSymbol
from duotone.analyzer.modules import Modules
from duotone.analyzer.outline import Binding, Class, Function, Outline, from_rows, outline_of, to_rows
from duotone.analyzer.outline import Value as Bound
from duotone.analyzer.outline.putting import put_plain
from duotone.analyzer.room import with_room
from duotone.analyzer.rules.facts import FileFacts
from duotone.analyzer.rules.trust.suites import is_of_tests
from duotone.analyzer.shelf import Exchange, Shelf, stamp
from duotone.analyzer.texts import is_marked

__all__ = [
    "MOST_KEPT",
    "Chunk",
    "Kept",
    "Read",
    "Shared",
    "Told",
    "counted",
    "digest",
    "learn",
    "opened",
    "read_files",
    "run_files",
]

MOST_KEPT = 32_000_000
"""Trees of so much text are kept by all processes together; they need some thirty times as much memory as that."""
_MOST_OTHERS = 512
"""So many files of others are remembered between checks in one process."""
_MAKES = re.compile(r"(?:\w+\.)*_*[A-Z]\w*\(")
"""An expression that makes an object of a class."""
_FUNCTION = re.compile(r"Callable|(Callback|Fn|Func|Function|Handler|Hook|Method)\b")


class Read(NamedTuple):
    """What reading one file gave: sums of its content and of each name that others see, and its outline as JSON.

    An outline that was kept by an earlier run stays on the shelf until somebody asks for it.
    """

    content: str
    symbols: Mapping[str, str]
    outline: str | None
    methods: Mapping[str, Sequence[int]]
    awaited: Sequence[str]


@dataclasses.dataclass(slots=True)
class Chunk:
    """What running some files gave, which names asked which, and the outlines of others that were read for it."""

    facts: dict[str, FileFacts]
    traces: dict[str, list[str]]
    outlines: dict[str, tuple[str, str]]


class Kept:
    """What a process has read itself, for when it runs the same files."""

    def __init__(self, room: int) -> None:
        self.outlines: dict[str, Outline] = {}
        self._room = room
        self._trees: dict[str, tuple[bytes | str, parsing.Parsed]] = {}

    def keep(self, path: str, data: bytes | str, parsed: parsing.Parsed, outline: Outline) -> None:
        """Keep what was read of a file, its tree only while there is room."""
        self.outlines[path] = outline
        if self._room > len(data):
            self._room -= len(data)
            self._trees[path] = data, parsed

    def taken(self, path: str) -> tuple[bytes | str, parsing.Parsed] | None:
        """The text and the tree of a file, once."""
        found = self._trees.pop(path, None)
        if found is not None:
            self._room += len(found[0])
        return found


class Told(NamedTuple):
    """What other processes have read."""

    outlines: Mapping[str, str | None]
    methods: Mapping[str, Named]
    awaited: frozenset[str]


class Shared:
    """What every process needs: where modules are, the outlines of all files, and the names they define by color."""

    def __init__(self, modules: Modules, root: Path, overlay: Mapping[str, str], shelf: Shelf | None = None) -> None:
        self.modules = modules
        self.root = root
        self.overlay = overlay
        self.shelf = shelf or Shelf()
        self.outlines: Mapping[str, str | None] = {}
        self.kept = Kept(MOST_KEPT)
        self.exchange = Exchange()
        self.others: dict[str, tuple[str, str]] = {}
        self.methods: Mapping[str, Named] = {}
        self.awaited: frozenset[str] = frozenset()
        self._project: Project | None = None

    def take(self, reads: Mapping[str, Read], names: Mapping[str, str]) -> None:
        """Take in what was read of every file."""
        self.outlines = {path: read.outline for path, read in reads.items()}
        self.methods, self.awaited = counted(reads, names)

    def told(self, known: Collection[str]) -> Told:
        """What a process has to be told that has read some files itself."""
        known = set(known)
        outlines = {path: text for path, text in self.outlines.items() if path not in known}
        return Told(outlines, self.methods, self.awaited)

    def bytes_of(self, path: str) -> bytes | str:
        """The text of a file as it counts now."""
        found = self.overlay.get(path)
        return Path(path).read_bytes() if found is None else found

    def shown(self, path: str) -> str:
        """A path as findings show it."""
        try:
            return Path(path).relative_to(self.root).as_posix()
        except ValueError:
            return Path(path).as_posix()

    @property
    def project(self) -> Project:
        """The linked project of this process."""
        if self._project is None:
            self._project = Project(_Finder(self), self.methods, self.awaited)
        return self._project


class _Finder:
    """Finds modules and their outlines: the project's were read before, others are read when they are asked for."""

    def __init__(self, shared: Shared) -> None:
        self.shared = shared

    def find(self, name: str) -> Found | None:
        modules = self.shared.modules
        path = modules.path_of(name)
        if path is None:
            if modules.is_package(name):
                return Found(name, "", "project", is_package=True, outline=Outline({}, (), (), None))
            return None
        kind = modules.kind_of(path)
        text = os.fspath(path)
        proper = modules.name_of(path) if kind == "project" else name
        return Found(proper, text, kind, path.stem == "__init__", self._outline(text))

    def stub(self, name: str, path: str) -> Found | None:
        found = self.shared.modules.stub_of(Path(path)) if path else None
        if found is None:
            return None
        return Found(name, os.fspath(found), "stub", found.stem == "__init__", self._outline(os.fspath(found)))

    def meant(self, name: str, near: str) -> str | None:
        modules = self.shared.modules
        path, shared = modules.path_of(name, Path(near)), modules.path_of(name)
        if path is not None and path != shared and modules.kind_of(path) == "project":
            return modules.name_of(path)
        # What a file means by its own name can't be found by it where all others mean the file.
        return None if shared == Path(near) and modules.is_of_its_name(name, Path(near)) else name

    def _outline(self, path: str) -> Outline:
        shared = self.shared
        if path in shared.kept.outlines:
            return shared.kept.outlines[path]
        if path in shared.outlines:
            text = shared.outlines[path] or shared.shelf.outline(path)
            if text is not None:
                return from_rows(json.loads(text))
        seen = stamp(path)
        text = shared.shelf.other(path, seen) or shared.exchange.find(path)
        if text is not None:
            return from_rows(json.loads(text))
        try:
            outline, text = _read_other(shared.bytes_of(path), path) if path in shared.overlay else _other(path, seen)
        except OSError:
            return Outline({}, (), (), None)
        shared.others[path] = seen, text
        shared.exchange.offer(path, text)
        return outline


@functools.lru_cache(maxsize=_MOST_OTHERS)
def _other(path: str, _stamp: str) -> tuple[Outline, str]:
    """Read a file of others once for each of its stamps: an editor checks one project many times."""
    return _read_other(Path(path).read_bytes(), path)


def _read_other(data: bytes | str, path: str) -> tuple[Outline, str]:
    outline = _outlined(parsing.parse(data, path=path), is_stub=path.endswith(".pyi"))
    return outline, _as_text(to_rows(outline))


def _outlined(parsed: parsing.Parsed, *, is_stub: bool = False) -> Outline:
    try:
        return outline_of(parsed.tree, parsed.text, is_stub=is_stub)
    except RecursionError:
        return Outline({}, (), (), None)


def learn(shared: Shared, told: Told) -> None:
    """Take in what other processes have read, before the files are run."""
    shared.outlines, shared.methods, shared.awaited = told
    # What was read stays until its file is run; there are no cycles to look for in it.
    gc.freeze()


def read_files(shared: Shared, paths: Sequence[str]) -> dict[str, Read]:
    """Read the outlines of files."""
    return with_room(lambda: {path: _read(shared, path) for path in paths})


def _read(shared: Shared, path: str) -> Read:
    data, parsed = _parsed(shared, path)
    outline = _outlined(parsed)
    shared.kept.keep(path, data, parsed, outline)
    raw = data.encode(errors="replace") if isinstance(data, str) else data
    methods: dict[str, list[int]] = {}
    _count_methods(outline.names, methods, is_class=False)
    for name in () if is_of_tests(shared.shown(path)) else put_plain(parsed.text):
        # What tests put in the place of a method says nothing of other files.
        methods.setdefault(name, [0, 0])[1] += 1
    # What can't be read may be readable the next time, without having changed.
    content = digest(raw) if raw or not parsed.faults else ""
    return Read(content, _symbols(outline), _as_text(to_rows(outline)), methods, outline.awaited)


def _parsed(shared: Shared, path: str) -> tuple[bytes | str, parsing.Parsed]:
    """The text of a file, and its tree; one that has vanished is empty, and one that is locked says so."""
    try:
        data = shared.bytes_of(path)
    except FileNotFoundError:
        data = b""
    except OSError as error:
        return b"", parsing.unread(f"can't be read ({error.strerror})")
    return data, parsing.parse(data, path=path)


def _symbols(outline: Outline) -> dict[str, str]:
    """A sum for each name that others may ask for, one for what concerns all names, and one for everything."""
    names, *rest = to_rows(outline, has_lines=False)
    texts = {name: _as_text(bindings) for name, bindings in names.items()}
    texts[""] = _as_text(rest)
    texts["*"] = "".join(texts.values())
    return {name: digest(text.encode(errors="replace"), 6) for name, text in texts.items()}


def _as_text(rows: object) -> str:
    return json.dumps(rows, separators=(",", ":"))


def digest(data: bytes, size: int = 12) -> str:
    """A short sum of a text."""
    return hashlib.blake2b(data, digest_size=size).hexdigest()


def counted(reads: Mapping[str, Read], names: Mapping[str, str]) -> tuple[dict[str, Named], frozenset[str]]:
    """The methods of all files by name and color, and the names that some file awaits the call of."""
    awaited = frozenset(name for read in reads.values() for name in read.awaited)
    return tallied((names[path], reads[path].methods) for path in sorted(reads)), awaited


def _count_methods(names: Mapping[str, Sequence[Any]], found: dict[str, list[int]], *, is_class: bool) -> None:
    """Count the methods of each name by color; async generators give nothing to await, as plain methods do.

    So do fields that hold functions, for all that is known of them. The classes, the async functions and the fixtures
    of a module count as well.
    """
    for name, bindings in names.items():
        for binding in bindings:
            if isinstance(binding, Class):
                if not is_class:
                    found.setdefault(f"class {name}", [0, 0])[0] += 1
                _count_methods(binding.names, found, is_class=True)
                _count_attributes(binding, found, is_inner=is_class)
            elif not is_class and is_fixture(binding):
                found.setdefault(f"fixture {name}", [0, 0])[0] += 1
            elif not is_class and isinstance(binding, Function) and binding.is_async:
                found.setdefault(f"function {name}", [0, 0])[0] += 1
            elif is_class and (isinstance(binding, Function) or _holds_function(binding)):
                is_async = isinstance(binding, Function) and binding.is_async and not binding.is_generator
                found.setdefault(name, [0, 0])[0 if is_async else 1] += 1


def _count_attributes(owner: Class, found: dict[str, list[int]], *, is_inner: bool) -> None:
    """Count the attributes that methods make of a class; private ones are noted whatever they are, as plain."""
    for attribute, assigned in owner.attributes.items() if not is_inner else ():
        if any(_MAKES.match(one.source or "") for one in assigned):
            found.setdefault(f"attribute {attribute}", [0, 0])[0] += 1
    for attribute in (*owner.attributes, *owner.names):
        if attribute.startswith("_") and not attribute.startswith("__") and "." not in attribute:
            found[f"private {attribute}"] = [0, 1]


def _holds_function(binding: Binding) -> bool:
    """Tell whether a field is declared to hold a function, by the name of its type."""
    return isinstance(binding, Bound) and _FUNCTION.search(binding.annotation or "") is not None


def run_files(shared: Shared, paths: Sequence[str]) -> Chunk:
    """Run the bodies of files."""
    project = shared.project
    facts = with_room(lambda: {path: _run(shared, project, path) for path in paths})
    others, shared.others = shared.others, {}
    return Chunk(facts, project.traces.news(), others)


def _run(shared: Shared, project: Project, path: str) -> FileFacts:
    data, parsed, module = opened(shared, path)
    facts = _analyzed(project, module, parsed, shared.shown(path))
    facts.is_marked = is_marked(data.encode(errors="replace") if isinstance(data, str) else data)
    return facts


def opened(shared: Shared, path: str) -> tuple[bytes | str, parsing.Parsed, ModuleSymbol]:
    """The text of a file, its tree, and the module that it is, also where its name leads to another file."""
    data, parsed = shared.kept.taken(path) or _parsed(shared, path)
    name = shared.modules.name_of(Path(path))
    module = shared.project.module(name)
    if module is None or module.path != path:
        module = shared.project.file(name, path, _outlined(parsed), is_package=Path(path).stem == "__init__")
    return data, parsed, module


def _analyzed(project: Project, module: ModuleSymbol, parsed: parsing.Parsed, shown: str) -> FileFacts:
    try:
        return analysis.analyzed(project, module, parsed, shown)
    except RecursionError:
        return analysis.analyzed(project, module, parsing.unread(analysis.TOO_DEEP), shown)
