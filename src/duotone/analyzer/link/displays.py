"""Containers that are written down: displays, comprehensions, and the variables of these."""

from __future__ import annotations

import abc
import ast
from collections.abc import Sequence

from duotone.analyzer.link import nodes, operations
from duotone.analyzer.link.hooks import Hooks
from duotone.analyzer.link.scopes import Shadowed
from duotone.analyzer.link.symbols import Linker, Scope
from duotone.analyzer.link.values import NONE, UNKNOWN, Instance, Tuple, Value, options, union

__all__ = ["Comprehension", "Displays", "telling"]


class Displays(Hooks, abc.ABC):
    """Evaluates containers, on top of whoever evaluates what is in them."""

    def __init__(self, project: Linker, scope: Scope) -> None:
        self.project = project
        self.scope: Scope = scope

    @abc.abstractmethod
    def of(self, node: ast.expr) -> Value:
        """The value of an expression."""

    @abc.abstractmethod
    def test(self, node: ast.expr) -> None:
        """Evaluate an expression of which only the truth is asked."""

    def unpacked(self, value: Value, node: ast.Starred) -> Value:
        """What `*value` contributes to a call or a display."""
        self.use(value, "iterate", node)
        return operations.item(self.project, value)

    def tuple_display(self, node: ast.Tuple) -> Value:
        """The value of `(…, …)`."""
        if any(isinstance(item, ast.Starred) for item in node.elts):
            return self.project.builtin("tuple", union(self.elements(node.elts) or [UNKNOWN]))
        return Tuple(self.elements(node.elts))

    def list_display(self, node: ast.List) -> Value:
        """The value of `[…]`."""
        return self.project.builtin("list", union(self.elements(node.elts) or [UNKNOWN]))

    def set_display(self, node: ast.Set) -> Value:
        """The value of `{…}`."""
        return self.project.builtin("set", union(self.elements(node.elts) or [UNKNOWN]))

    def elements(self, nodes: Sequence[ast.expr]) -> list[Value]:
        """The values of the elements of a display."""
        values: list[Value] = []
        for item in nodes:
            if isinstance(item, ast.Starred):
                values.append(self.unpacked(self.of(item.value), item))
            else:
                values.append(self.contained(self.of(item), item))
        return values

    def dict_display(self, node: ast.Dict) -> Value:
        """The value of `{…: …}`."""
        keys: list[Value] = []
        values: list[Value] = []
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                self.use(self.of(value), "iterate", value)
                continue
            keys.append(self.contained(self.of(key), key))
            values.append(self.contained(self.of(value), value))
        return self.project.builtin("dict", union(keys or [UNKNOWN]), union(values or [UNKNOWN]))

    def list_comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp) -> Value:
        """The value of a comprehension or a generator expression."""
        with self.comprehending(node.generators):
            element = self.contained(self.of(node.elt), node.elt)
        if isinstance(node, ast.GeneratorExp):
            if any(part.is_async for part in node.generators) or nodes.awaits(node.elt):
                return self.project.named("typing", "AsyncGenerator", element, NONE)
            return self.project.named("typing", "Generator", element, NONE, NONE)
        return self.project.builtin("list" if isinstance(node, ast.ListComp) else "set", element)

    def dict_comprehension(self, node: ast.DictComp) -> Value:
        """The value of `{…: … for …}`."""
        with self.comprehending(node.generators):
            key = self.contained(self.of(node.key), node.key)
            value = self.contained(self.of(node.value), node.value)
        return self.project.builtin("dict", key, value)

    def drawn(self, source: Value, node: ast.expr) -> Value:  # noqa: ARG002  # for those who follow
        """What `async for` over a value gives."""
        return operations.async_item(self.project, source)

    def comprehending(self, generators: Sequence[ast.comprehension]) -> Comprehension:
        """Bind the variables of a comprehension for as long as its element is evaluated."""
        return Comprehension(self, generators)


class Comprehension:
    """Binds the variables of a comprehension while it is entered."""

    def __init__(self, owner: Displays, generators: Sequence[ast.comprehension]) -> None:
        self.owner = owner
        self.generators = generators
        self.outer = owner.scope

    def __enter__(self) -> None:
        owner = self.owner
        for part in self.generators:
            source = owner.of(part.iter)
            owner.use(source, "async iterate" if part.is_async else "iterate", part.iter)
            item = owner.drawn(source, part.iter) if part.is_async else operations.item(owner.project, source)
            owner.scope = Shadowed(owner.scope, operations.unpack(owner.project, part.target, item))
            for test in part.ifs:
                owner.test(test)
                owner.scope = owner.told(owner.scope, test, holds=True)

    def __exit__(self, *_: object) -> None:
        self.owner.scope = self.outer


def telling(parts: Sequence[ast.expr], values: list[Value]) -> list[Value]:
    """The values of alternatives; an empty container adds nothing where another one tells what is in it."""
    told = [value for part, value in zip(parts, values, strict=True) if not nodes.is_empty(part)]
    is_told = any(
        isinstance(one, Instance) and one.args and UNKNOWN not in one.args for v in told for one in options(v)
    )
    return told if is_told else values
