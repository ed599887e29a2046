"""Modules, classes and functions of the linked project, each resolved when first asked for."""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar

from duotone.analyzer.link.atoms import UNKNOWN, TypeVariable, Value
from duotone.analyzer.link.nodes import is_either, is_stream
from duotone.analyzer.outline import Binding, Class, Function, Import, Outline
from duotone.analyzer.outline import Value as Bound

__all__ = ["Annotations", "ClassSymbol", "Found", "FunctionSymbol", "Lineage", "Linker", "ModuleSymbol", "Scope"]


Result = TypeVar("Result")


class Scope(typing.Protocol):
    """Where names are looked up."""

    @property
    def module(self) -> ModuleSymbol:
        """The module that the scope is in."""
        ...

    def lookup(self, name: str) -> Value | None:
        """What the name stands for, or None where it isn't bound."""
        ...

    def node_of(self, name: str, /) -> str:
        """The node of the traces that answers for what is defined here under a name; empty for whoever asks."""
        ...


class Found(typing.NamedTuple):
    """A module that was found: its proper name, where it is, "project" or another kind, and what it defines."""

    name: str
    path: str
    kind: str
    is_package: bool
    outline: Outline


class Linker(typing.Protocol):
    """What the project offers to its symbols, and to whatever works on them."""

    depth: int
    followed: int

    @property
    def builtins(self) -> ModuleSymbol | None:
        """The module of builtins."""
        ...

    def module(self, name: str) -> ModuleSymbol | None:
        """The module of this dotted name."""
        ...

    def seen_from(self, importer: ModuleSymbol, name: str) -> ModuleSymbol | None:
        """The module that an import means where it stands."""
        ...

    def stub(self, module: ModuleSymbol) -> ModuleSymbol | None:
        """The stub beside a module of the project."""
        ...

    def homes(self, name: str) -> Sequence[str]:
        """The modules of the project that define a class or an async function of this name."""
        ...

    def touch(self, node: str) -> None:
        """Note that whoever is being worked on depends on a node of the traces."""

    def enter(self, node: str) -> set[str] | None:
        """Work on behalf of a node of the traces; gives what `leave` needs."""
        ...

    def leave(self, previous: set[str] | None) -> None:
        """End what `enter` began."""

    def builtin(self, name: str, *args: Value) -> Value:
        """An instance of a builtin class."""
        ...

    def named(self, module: str, name: str, *args: Value) -> Value:
        """An instance of a class by its module and name."""
        ...

    def imported(self, importer: ModuleSymbol, binding: Import) -> Value:
        """What an import statement binds."""
        ...

    def bound(
        self,
        bindings: Sequence[Binding],
        scope: Scope,
        qualname: str,
        module: ModuleSymbol,
        owner: ClassSymbol | None = None,
    ) -> Value:
        """One value for everything that a name is bound to."""
        ...

    def value_of(self, binding: Bound, scope: Scope) -> Value:
        """What an assignment, a loop or a `with` binds."""
        ...

    def infer(self, text: str, scope: Scope) -> Value:
        """The value of an expression in a scope."""
        ...

    def annotation(self, text: str, scope: Scope) -> Value:
        """An instance of what an annotation says."""
        ...

    def base(self, text: str, scope: Scope) -> Value:
        """What a base expression stands for."""
        ...

    def only_class(self, name: str) -> Value:
        """The one class of the project that is called so, if there is no other."""
        ...

    def own(self, module: ModuleSymbol, name: str) -> Value | None:
        """What a module binds under a name, when it is asked for the first time."""
        ...

    def class_attribute(self, symbol: ClassSymbol, name: str) -> Value | None:
        """What a class and its methods bind under a name."""
        ...

    def lineage(self, symbol: ClassSymbol) -> Lineage:
        """A class and its bases, in the order of resolution."""
        ...

    def has_unknown_base(self, symbol: ClassSymbol) -> bool:
        """Tell whether some base of a class can't be read."""
        ...

    def type_params(self, symbol: ClassSymbol) -> Iterator[str]:
        """The type variables in the bases of a class."""
        ...

    def attribute(self, value: Value, name: str) -> Value:
        """What `value.name` stands for."""
        ...

    def call(self, function: Value, args: Sequence[Value] = (), keywords: Mapping[str, Value] | None = None) -> Value:
        """What calling a value gives."""
        ...

    def expected(
        self, function: Value, args: Sequence[Value], keywords: Mapping[str, Value], given: Value
    ) -> tuple[Value, ...]:
        """What a callee calls one of its arguments with."""
        ...

    def awaited(self, value: Value) -> Value:
        """What awaiting a value gives."""
        ...


class ModuleSymbol:
    """A module, whose names are resolved as they are asked for."""

    __slots__ = ("_busy", "_known", "annotations", "is_package", "kind", "name", "outline", "path", "project")

    def __init__(self, project: Linker, found: Found) -> None:
        self.project = project
        self.name, self.path, self.kind, self.is_package, self.outline = found
        self.annotations: Annotations = {}
        self._known: dict[str, tuple[str, Value | None]] = {}
        self._busy: set[str] = set()

    @property
    def module(self) -> ModuleSymbol:
        """Itself, as a scope."""
        return self

    def lookup(self, name: str) -> Value | None:
        """A name of the module, or else a builtin."""
        found = self.own(name)
        if found is None and self.name != "builtins":
            builtins = self.project.builtins
            return builtins.own(name) if builtins is not None else None
        return found

    def own(self, name: str) -> Value | None:
        """What the module binds under a name: by definition, import, star import, or as a submodule."""
        known = self._known.get(name)
        if known is not None:
            self.project.touch(known[0])
            return known[1]
        node = self.node_of(name)
        self.project.touch(node)
        if name in self._busy:
            return UNKNOWN
        self._busy.add(name)
        try:
            found = _on_behalf(self.project, node, lambda: self.project.own(self, name))
        finally:
            self._busy.discard(name)
        self._known[name] = node, found
        return found

    def node_of(self, name: str, /) -> str:
        """A name of the project's is a node, and so is a module of others; what comes with us doesn't change."""
        if self.kind == "project":
            return f"{self.name}:{name}"
        return "" if self.kind == "typeshed" else self.name

    def exports(self, name: str) -> bool:
        """Tell whether a star import brings the name; a star among the names stands for what other modules add."""
        exported = self.outline.exported
        if exported is not None and "*" not in exported:
            return name in exported
        return not name.startswith("_") or name in (exported or ())


class FunctionSymbol:
    """A function: its outline, where it is, and what it is called."""

    __slots__ = (
        "_returns", "annotations", "busy", "is_followed", "module", "name", "node", "outer", "outline", "overloads",
        "owner", "params", "results", "scope",
    )  # fmt: skip

    def __init__(
        self,
        outline: Function,
        qualname: str,
        scope: Scope,
        owner: ClassSymbol | None,
        outer: FunctionSymbol | None = None,
    ) -> None:
        self.outline = outline
        self.name = qualname
        self.scope = scope
        self.module = scope.module
        self.owner = owner
        self.outer = outer
        self.overloads: tuple[FunctionSymbol, ...] = ()
        self.params = {name: TypeVariable(name) for name, _ in outline.type_params}
        self.node = scope.node_of(outline.name)
        self.annotations: Annotations = {}
        self.results: dict[object, Value] = {}
        self.busy: set[object] = set()
        """The classes of receivers for which it is being found out what it returns."""
        self.is_followed = False
        """Whether what it returns is being found out for a call that was given a function."""
        self._returns: Value | None = None

    def node_of(self, _name: str, /) -> str:
        """What is inside belongs to the function."""
        return self.node

    def lookup(self, name: str) -> Value | None:
        """A type parameter of the function, or else a name of the scope around it."""
        if name in self.params:
            return self.type_param(name)
        return self.scope.lookup(name)

    def type_param(self, name: str) -> TypeVariable:
        """A type parameter of the function, with its bound."""
        return _bounded(self, self.params[name])

    def declared(self) -> Value | None:
        """The annotated result, or None without annotation, and where the body tells more than it.

        In a library, an annotation that says nothing may be there to deceive type checkers. A plain function that
        yields makes no async stream, whatever its annotation says.
        """
        text, results = self.outline.annotation, self.outline.results
        is_told = self.module.kind == "project" and any(result != "None" for result in results)
        is_told = is_told and not self.outline.is_declared
        is_plain = self.outline.is_generator and not self.outline.is_async
        if text is None or (is_told and not is_either(text)) or (is_plain and is_stream(text)):
            return None
        project = self.module.project
        project.touch(self.node)
        if self._returns is None:
            self._returns = UNKNOWN
            self._returns = _on_behalf(project, self.node, lambda: project.annotation(text, self))
        return self._returns


class ClassSymbol:
    """A class: its names, its bases in order of resolution, its type parameters.

    `is_closed` says that each of its bases has been found to be a class or a form, which then stays so.
    """

    __slots__ = (
        "_attributes", "_busy", "_mro", "_params", "annotations", "found", "is_closed", "module", "name", "node",
        "outline", "scope", "type_scope",
    )  # fmt: skip

    def __init__(self, outline: Class, qualname: str, scope: Scope) -> None:
        self.outline = outline
        self.name = qualname
        self.scope = scope
        self.module = scope.module
        self.type_scope = {name: TypeVariable(name) for name, _ in outline.type_params}
        self.node = scope.node_of(outline.name)
        self.annotations: Annotations = {}
        self._mro: Lineage | None = None
        self.is_closed = False
        self._params: tuple[str, ...] | None = None
        self._attributes: dict[str, Value | None] = {}
        self._busy: set[str] = set()
        self.found: dict[str, tuple[Value, Mapping[str, Value], ClassSymbol] | None] = {}
        """What names were found to be in the class or its bases, and in which of them."""

    def lookup(self, name: str) -> Value | None:
        """A name seen from the body of the class."""
        if name in self.type_scope:
            return _bounded(self, self.type_scope[name])
        if name in self.outline.names and name not in self._busy and not self._only_declares(name):
            found = self.raw(name)
            if found is not None:
                return found
        return self.scope.lookup(name)

    def _only_declares(self, name: str) -> bool:
        """Tell whether a name is only annotated, which binds nothing that the body could see."""
        return all(isinstance(one, Bound) and one.source is None for one in self.outline.names[name])

    def is_settled(self, name: str) -> bool:
        """Tell whether what the class has under a name is known, and not just being found out."""
        return name in self._attributes

    def node_of(self, _name: str, /) -> str:
        """What is inside belongs to the class."""
        return self.node

    def raw(self, name: str) -> Value | None:
        """What the body of the class, or its methods, bind under a name: not bound to any instance."""
        self.module.project.touch(self.node)
        if name not in self.outline.names and name not in self.outline.attributes:
            return None
        try:
            return self._attributes[name]
        except KeyError:
            pass
        if name in self._busy:
            return UNKNOWN
        self._busy.add(name)
        project = self.module.project
        try:
            found = _on_behalf(project, self.node, lambda: project.class_attribute(self, name))
        finally:
            self._busy.discard(name)
        self._attributes[name] = found
        return found

    @property
    def mro(self) -> Lineage:
        """The class and its bases, nearest first, each with what its type parameters stand for here."""
        project = self.module.project
        project.touch(self.node)
        if self._mro is None:
            self._mro = [(self, {})]
            # However many classes a chain has, each is one step from the next.
            depth, project.depth = project.depth, 0
            try:
                self._mro = _on_behalf(project, self.node, lambda: project.lineage(self))
            finally:
                project.depth = depth
                # What was asked for meanwhile was answered without the bases.
                self.found.clear()
        return self._mro

    @property
    def has_unknown_base(self) -> bool:
        """Tell whether some base can't be read, so that what isn't found may still be there."""
        return self.module.project.has_unknown_base(self)

    def bases(self) -> Iterator[Value]:
        """The values of the base expressions; one that leads to itself stands for nothing while it is looked for."""
        for text in self.outline.bases:
            yield self._base(text)

    def _base(self, text: str) -> Value:
        key = f"({text})"
        if key in self._busy:
            return UNKNOWN
        self._busy.add(key)
        try:
            return self.module.project.base(text, _TypeScope(self))
        finally:
            self._busy.discard(key)

    @property
    def type_params(self) -> tuple[str, ...]:
        """The names of the type parameters, in order."""
        project = self.module.project
        project.touch(self.node)
        if self._params is None:
            self._params = ()
            self._params = _on_behalf(project, self.node, lambda: tuple(self.type_scope or project.type_params(self)))
        return self._params

    def is_subclass(self, name: str) -> bool:
        """Tell whether the class or one of its bases has this dotted name."""
        return any(symbol.name == name for symbol, _ in self.mro)


def _on_behalf(project: Linker, node: str, work: Callable[[], Result]) -> Result:
    """Do what is remembered for many askers, so that it is the node that depends on what is asked for it."""
    previous = project.enter(node)
    try:
        return work()
    finally:
        project.leave(previous)


def _bounded(symbol: FunctionSymbol | ClassSymbol, variable: TypeVariable) -> TypeVariable:
    """A type parameter of a function or a class, with its bound."""
    if variable.bound is None:
        bound = next((text for name, text in symbol.outline.type_params if name == variable.name), None)
        if bound is not None:
            variable.bound = UNKNOWN
            project, scope = symbol.module.project, symbol.scope
            variable.bound = _on_behalf(project, symbol.node, lambda: project.annotation(bound, scope))
    return variable


class _TypeScope:
    """The scope of base expressions: type parameters, then the scope around the class."""

    def __init__(self, symbol: ClassSymbol) -> None:
        self.symbol = symbol
        self.module = symbol.module

    def lookup(self, name: str) -> Value | None:
        return self.symbol.type_scope.get(name) or self.symbol.scope.lookup(name)

    def node_of(self, _name: str, /) -> str:
        return self.symbol.node


Annotations = dict[str, tuple[Value, frozenset[str]]]
"""What annotations of a scope stand for, by their text, each with the nodes that it needed."""

Lineage = list[tuple[ClassSymbol, dict[str, Value]]]
