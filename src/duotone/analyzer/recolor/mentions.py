"""One file while it is run for a recoloring: what every name that is read stands for, and what calls are given."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from duotone.analyzer.flow import known
from duotone.analyzer.flow.file import File
from duotone.analyzer.flow.frames import Frame
from duotone.analyzer.link.attributes import find
from duotone.analyzer.link.project import Project
from duotone.analyzer.link.symbols import ClassSymbol, FunctionSymbol, ModuleSymbol
from duotone.analyzer.link.values import (
    NONE,
    CallableType,
    ClassObject,
    FunctionObject,
    Instance,
    Partial,
    Value,
    options,
)
from duotone.analyzer.outline import Param
from duotone.analyzer.parsing import Parsed

__all__ = ["Mentions"]


class Mentions(File):
    """Runs a file and remembers what is needed to know which function a name means."""

    def __init__(self, project: Project, module: ModuleSymbol, parsed: Parsed) -> None:
        super().__init__(project, module, parsed.tree, parsed.text)
        self.meanings: dict[ast.expr, set[str]] = {}
        self.unsure: set[ast.expr] = set()
        self.streams: set[ast.expr] = set()
        self.managers: set[ast.expr] = set()
        self.callees: dict[ast.Call, str] = {}
        self.things_given: set[tuple[str, str]] = set()
        self._in_place: set[tuple[ClassSymbol, ClassSymbol]] = set()
        self.stores: dict[ast.Attribute, str] = {}
        self.patches: dict[ast.Call, str] = {}

    def loads(self, value: Value, node: ast.expr) -> None:
        """Remember which functions a name or an attribute may be."""
        super().loads(value, node)
        self._mean(node, value)

    def made(self, frame: Frame, node: ast.Call, function: Value, result: Value) -> Value:
        """Remember whom a call calls."""
        self._mean(node.func, function)
        name = known.dotted(function)
        if name:
            self.callees[node] = name
        return super().made(frame, node, function, result)

    def given(
        self, frame: Frame, node: ast.Call, function: Value, args: Sequence[Value], keywords: dict[str, Value]
    ) -> None:
        """Remember the classes that untyped parameters get."""
        super().given(frame, node, function, args, keywords)
        patched = _patched(node, args)
        if patched:
            self.patches[node] = patched
        for option in options(function):
            if isinstance(option, FunctionObject) and option.symbol.module.kind == "project":
                params = option.symbol.outline.params[1 if option.bound is not None else 0 :]
                named = {param.name: value for param, value in zip(params, args, strict=False)} | keywords
                is_spread = any(isinstance(part, ast.Starred) for part in node.args)
                for name, value in named.items():
                    self.things_given.add((f"{option.symbol.name}:{name}", "?" if is_spread else _thing(value)))
                self._stand(option.symbol, params, named)

    def _stand(self, symbol: FunctionSymbol, params: Sequence[Param], named: dict[str, Value]) -> None:
        """Remember which classes are given in the place of protocols that they don't name as their base."""
        for param in params:
            value = named.get(param.name)
            if param.annotation is None or not isinstance(value, Instance) or value.symbol.module.kind != "project":
                continue
            for declared in options(self.project.annotation(param.annotation, symbol)):
                if isinstance(declared, Instance) and _is_protocol(declared.symbol):
                    self._in_place.add((declared.symbol, value.symbol))

    def stands(self, names: frozenset[str]) -> Iterator[tuple[str, str]]:
        """Yield methods of protocols with some names, each with the method of a class that is given in its place."""
        for protocol, symbol in self._in_place:
            for name in names:
                asked, had = find(protocol, name), find(symbol, name)
                if asked is not None and had is not None and not symbol.is_subclass(protocol.name):
                    yield f"{asked[2].name}.{name}", f"{had[2].name}.{name}"

    def stored(self, frame: Frame, owner: Value, target: ast.Attribute, value: Value) -> None:
        """Remember whose attribute is set."""
        super().stored(frame, owner, target, value)
        if isinstance(owner, Instance | ClassObject):
            self.stores[target] = _defined_in(owner.symbol, target.attr)

    def _mean(self, node: ast.expr, value: Value) -> None:
        for option in options(value):
            target = option.target if isinstance(option, Partial) else option
            if isinstance(target, CallableType) and target.origin is not None:
                self.meanings.setdefault(node, set()).add(target.origin.name)
                self.managers.add(node)
            elif isinstance(target, FunctionObject):
                self.meanings.setdefault(node, set()).add(target.symbol.name)
                if target.doubt:
                    self.unsure.add(node)
                if target.symbol.outline.is_generator:
                    self.streams.add(node)
            else:
                self.unsure.add(node)

    def named(self, names: frozenset[str]) -> Iterator[ast.Name | ast.Attribute]:
        """Yield every name and attribute that is called one of these and read, in the order of the text."""
        found = [
            node
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Attribute | ast.Name)
            and (node.attr if isinstance(node, ast.Attribute) else node.id) in names
            and isinstance(node.ctx, ast.Load)
        ]
        yield from sorted(found, key=lambda node: (node.end_lineno or 0, node.end_col_offset or 0))


def _patched(node: ast.Call, args: Sequence[Value]) -> str:
    """The function that `patch("package.module.Class.method")` or `patch.object(Class, "method")` replaces."""
    match node:
        case ast.Call(func=ast.Attribute(attr="object"), args=[_, ast.Constant(value=str(name)), *_]) if args:
            owner = args[0]
            return _defined_in(owner.symbol, name) if isinstance(owner, Instance | ClassObject) else ""
        case ast.Call(
            func=ast.Name(id="patch") | ast.Attribute(attr="patch"), args=[ast.Constant(value=str(name)), *_]
        ):
            return name
        case _:
            return ""


def _defined_in(symbol: ClassSymbol, name: str) -> str:
    """The dotted name of a method, with the class that has it."""
    for entry, _ in symbol.mro:
        if entry.raw(name) is not None:
            return f"{entry.name}.{name}"
    return f"{symbol.name}.{name}"


def _is_protocol(symbol: ClassSymbol) -> bool:
    return symbol.module.kind == "project" and any("Protocol" in base for base in symbol.outline.bases)


def _thing(value: Value) -> str:
    """The class of what is given, or the function that it is."""
    found = {_name_of(option) for option in options(value)}
    return found.pop() if len(found) == 1 else "?"


def _name_of(value: Value) -> str:
    if value is NONE:
        return "None"
    if isinstance(value, FunctionObject) and not value.doubt:
        return value.symbol.name
    return value.symbol.name if isinstance(value, Instance) else "?"
