"""What a body tells whoever runs it, and asks of them."""

from __future__ import annotations

import ast
import typing
from collections.abc import Iterator, Sequence

from duotone.analyzer.flow.sites import Site
from duotone.analyzer.link.nodes import Node
from duotone.analyzer.link.symbols import ClassSymbol, FunctionSymbol, Linker, ModuleSymbol, Scope
from duotone.analyzer.link.values import Instance, Value
from duotone.analyzer.outline import Param

__all__ = ["Watcher"]

_Frame_contra = typing.TypeVar("_Frame_contra", contravariant=True)
"""What is known while a body is run."""


class Watcher(typing.Protocol[_Frame_contra]):
    """What a body tells whoever runs it, and asks of them."""

    params: list[Site]
    receivers: dict[ast.Attribute, Value]
    awaiting: set[ast.AST]
    awaited_methods: set[ast.AST]
    patterns: set[str]
    module: ModuleSymbol

    @property
    def project(self) -> Linker:
        """The project that the file is part of."""
        ...

    def provided(
        self, frame: _Frame_contra, node: Node, param: Param, declared: Value, function: FunctionSymbol
    ) -> Value:
        """What a parameter stands for, be it that of a fixture."""
        ...

    def furnished(self, frame: _Frame_contra, helper: str, *, is_own: bool) -> Iterator[tuple[str, Value]]:
        """What a helper or a fixture of the file puts into attributes of what it gives, where that is a stand-in."""
        ...

    def injected(self, default: str, scope: Scope) -> Value | None:
        """What a framework puts in the place of a default."""
        ...

    def imports(self, node: ast.Import | ast.ImportFrom) -> Iterator[tuple[str, Value]]:
        """What an import statement inside a body binds."""
        ...

    def function(
        self, frame: _Frame_contra, node: ast.FunctionDef | ast.AsyncFunctionDef
    ) -> tuple[Value, FunctionSymbol]:
        """The value and the symbol of a function that a body defines."""
        ...

    def class_(self, frame: _Frame_contra, node: ast.ClassDef) -> ClassSymbol:
        """The symbol of a class that a body defines."""
        ...

    def quoted(self, symbol: ClassSymbol) -> Iterator[str]:
        """The names of a class that the file has as texts."""
        ...

    def loads(self, value: Value, node: ast.expr) -> None:
        """A name or an attribute was read."""

    def reads(self, frame: _Frame_contra, owner: Instance, node: ast.Attribute) -> None:
        """An attribute of an object is read, which may be a property."""

    def enters(self, frame: _Frame_contra, owner: Instance, node: ast.expr, *, is_async: bool) -> bool:
        """A block is entered and left; False where it is expected that it can't be."""
        ...

    def taken(self, frame: _Frame_contra, owner: Value, node: ast.Attribute, value: Value) -> Value:
        """An attribute gave a value that may be a coroutine."""
        ...

    def held(self, frame: _Frame_contra, owner: Value, node: ast.Attribute, value: Instance) -> Value:
        """An attribute gave an object that may be a container of functions."""
        ...

    def put(self, container: Value, value: Value, node: ast.expr) -> bool:
        """A value is put into a container; False where that is nobody's."""
        ...

    def is_dead_end(self, container: ast.expr) -> bool:
        """Tell whether nothing leaves the container that a name stands for."""
        ...

    def awaits(self, frame: _Frame_contra, node: ast.Await, value: Value) -> None:
        """Something is awaited."""

    def came(self, frame: _Frame_contra, node: ast.expr, value: Value, result: Value) -> Value:
        """Awaiting a value gave a result, or `async for` over it an item."""
        ...

    def used(self, value: Value, kind: str, node: Node) -> None:
        """A value is used."""

    def lacking(self, owner: Instance, node: Node, name: str) -> None:
        """An object that an await gave is used as a mapping."""

    def given(
        self, frame: _Frame_contra, node: ast.Call, function: Value, args: Sequence[Value], keywords: dict[str, Value]
    ) -> None:
        """Arguments are given."""

    def made(self, frame: _Frame_contra, node: ast.Call, function: Value, result: Value) -> Value:
        """A call gave a result."""
        ...

    def displayed(self, node: ast.Dict | ast.List, value: Value) -> None:
        """A container is written down."""

    def discarded(self, node: ast.expr, value: Value) -> None:
        """A result is dropped where it was made."""

    def stored(self, frame: _Frame_contra, owner: Value, target: ast.Attribute, value: Value) -> None:
        """A value is kept in an attribute."""

    def misplaced(self, frame: _Frame_contra, value: Value, node: ast.expr) -> None:
        """A container is returned."""

    def refuses(self, declared: Value) -> bool:
        """Tell whether a declared type has no room for an awaitable."""
        ...
