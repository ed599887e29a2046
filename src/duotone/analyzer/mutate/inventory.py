"""What a tree defines, by name alone: which names are always async, what classes hold, how names are used."""

from __future__ import annotations

import ast
import collections
import dataclasses
import functools
import posixpath
import sys
from collections.abc import Iterable

from .records import Spot
from .source import FUNCTIONS, Function, Source, own_nodes

__all__ = ["Class", "Definition", "Inventory", "is_stream", "last_name", "root_name"]

# Bases that ask for no method of a color.
_EMPTY_BASES = frozenset({"object", "Generic", "ABC"})


@dataclasses.dataclass(frozen=True)
class Definition:
    """A function somewhere in the tree."""

    path: str
    node: Function
    owner: ast.ClassDef | None

    @property
    def is_async(self) -> bool:
        """Whether calling it gives a coroutine or an async generator."""
        return isinstance(self.node, ast.AsyncFunctionDef)


@dataclasses.dataclass(frozen=True)
class Class:
    """A class somewhere in the tree, with the last names of its bases."""

    path: str
    node: ast.ClassDef
    bases: tuple[str, ...]
    members: frozenset[str]


@dataclasses.dataclass(eq=False)
class Inventory:
    """All names of a tree.

    `loads` counts how often each name is read, as a variable or as an attribute, and `files` says in which files;
    `awaited` has the places where its result is awaited at once; `texts` are the strings that could be names.
    """

    functions: dict[str, list[Definition]] = dataclasses.field(default_factory=lambda: collections.defaultdict(list))
    classes: dict[str, list[Class]] = dataclasses.field(default_factory=lambda: collections.defaultdict(list))
    assigned: set[str] = dataclasses.field(default_factory=set[str])
    roots: set[str] = dataclasses.field(default_factory=set[str])
    loads: collections.Counter[str] = dataclasses.field(default_factory=collections.Counter[str])
    files: dict[str, set[str]] = dataclasses.field(default_factory=lambda: collections.defaultdict(set))
    awaited: dict[str, list[Spot]] = dataclasses.field(default_factory=lambda: collections.defaultdict(list))
    texts: set[str] = dataclasses.field(default_factory=set[str])
    modules: set[str] = dataclasses.field(default_factory=set[str])

    @classmethod
    def of(cls, sources: Iterable[Source], paths: Iterable[str]) -> Inventory:
        """Read the definitions of all sources; `paths` says which packages the tree has."""
        known = list(paths)
        parts = {part.removesuffix(".py") for path in known for part in path.split("/")}
        inventory = cls(roots=_roots(known), modules=parts)
        for source in sources:
            inventory.read(source)
            source.forget()
        return inventory

    def read(self, source: Source) -> None:
        """Take in one file."""
        for node in ast.walk(source.tree):
            if isinstance(node, FUNCTIONS):
                self.functions[node.name].append(Definition(source.path, node, source.enclosing_class(node)))
            elif isinstance(node, ast.ClassDef):
                bases = tuple(filter(None, (last_name(base) for base in node.bases)))
                self.classes[node.name].append(Class(source.path, node, bases, _members(node)))
            elif isinstance(node, ast.Name | ast.Attribute):
                self._read_name(source.path, node)
            elif isinstance(node, ast.Await) and isinstance(node.value, ast.Call):
                self.awaited[last_name(node.value.func)].append(Spot(source.path, node.lineno))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isidentifier():
                self.texts.add(node.value)

    def _read_name(self, path: str, node: ast.Name | ast.Attribute) -> None:
        name = node.id if isinstance(node, ast.Name) else node.attr
        if isinstance(node.ctx, ast.Load):
            self.loads[name] += 1
            self.files[name].add(path)
        elif isinstance(node, ast.Attribute):
            self.assigned.add(name)

    @functools.cached_property
    def coroutines(self) -> frozenset[str]:
        """The names that are `async def` in the tree and nothing else: no plain function, generator or class."""
        return frozenset(
            name
            for name, definitions in self.functions.items()
            if all(one.is_async and not is_stream(one.node) and not self._is_wrapped(one) for one in definitions)
            and name not in self.classes
        )

    def _is_wrapped(self, definition: Definition) -> bool:
        """Whether a class of the tree makes something of a function, such as what goes on without an `await`."""
        decorators = (one.func if isinstance(one, ast.Call) else one for one in definition.node.decorator_list)
        return any(root_name(one) in self.classes for one in decorators)

    def is_reached(self, call: ast.Call, receiver: str) -> bool:
        """Whether a call of that form can lead to a definition of its name: methods by attribute, functions by name."""
        definitions = self.functions.get(last_name(call.func), [])
        if receiver in {"function", "imported function", "module attribute"}:
            return any(one.owner is None for one in definitions)
        return isinstance(call.func, ast.Attribute) and any(one.owner is not None for one in definitions)

    def single(self, name: str) -> Definition | None:
        """Return the only definition of a name that is neither a class nor assigned anywhere as an attribute."""
        definitions = self.functions.get(name, [])
        if len(definitions) != 1 or name in self.classes or name in self.assigned:
            return None
        return definitions[0]

    def single_class(self, name: str) -> Class | None:
        """Return the only class of a name."""
        classes = self.classes.get(name, [])
        return classes[0] if len(classes) == 1 and name not in self.functions else None

    def is_foreign(self, origin: str | None) -> bool:
        """Whether a name that was imported from there comes from outside of the tree."""
        if not origin or origin.startswith("."):
            return False
        top = origin.partition(":")[0].partition(".")[0]
        return top not in self.roots or top in sys.stdlib_module_names

    def is_closed(self, name: str, *known: str) -> bool:
        """Whether a class, by the names of its bases, gets all its members from the tree and from `known` bases."""
        pending, seen = [name], set[str]()
        while pending:
            current = pending.pop()
            if current in seen or current in _EMPTY_BASES or current in known:
                continue
            seen.add(current)
            found = self.single_class(current)
            if found is None:
                return False
            pending.extend(found.bases)
        return True


def is_stream(function: Function) -> bool:
    """Whether a function is a generator of either color."""
    return any(isinstance(node, ast.Yield | ast.YieldFrom) for node in own_nodes(function))


def last_name(node: ast.expr) -> str:
    """Return the last name of a dotted expression, or of what is subscripted or called; empty for anything else."""
    while isinstance(node, ast.Subscript | ast.Call):
        node = node.value if isinstance(node, ast.Subscript) else node.func
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def root_name(node: ast.expr) -> str:
    """Return the first name of a dotted expression; empty when it doesn't begin with a name."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _members(node: ast.ClassDef) -> frozenset[str]:
    return frozenset(one.name for one in own_nodes(node) if isinstance(one, (*FUNCTIONS, ast.ClassDef)))


def _roots(paths: Iterable[str]) -> set[str]:
    """Return the names by which the packages and modules of a tree are imported."""
    files = {posixpath.normpath(path) for path in paths}
    packages = {posixpath.dirname(path) for path in files if posixpath.basename(path) == "__init__.py"}
    roots: set[str] = set()
    for path in files:
        folder, name = posixpath.split(path)
        if folder not in packages:
            roots.add(name.removesuffix(".py"))
            # A folder without __init__ can be a namespace package, or only a place for scripts.
            roots.add(posixpath.basename(folder))
    roots |= {posixpath.basename(folder) for folder in packages if posixpath.dirname(folder) not in packages}
    return roots - {"", "__init__"}
