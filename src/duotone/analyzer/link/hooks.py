"""What happens to values while expressions are evaluated: nothing, unless somebody follows them."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from duotone.analyzer.link.atoms import Value
from duotone.analyzer.link.nodes import Node
from duotone.analyzer.link.symbols import Scope

__all__ = ["Hooks"]


class Hooks:
    """Is told what happens to each value, and may put another in its place."""

    def use(self, value: Value, kind: str, node: Node) -> None:
        """A value is used in a way that needs what it stands for."""

    def escape(self, value: Value, node: Node) -> None:
        """A value goes where it can't be followed."""

    def told(self, scope: Scope, test: ast.expr, *, holds: bool) -> Scope:  # noqa: ARG002  # for those who follow
        """The scope with what the outcome of a test tells of its names."""
        return scope

    def left_out(self, node: ast.expr) -> None:
        """A part of an expression is never evaluated."""

    def indexed(self, owner: Value, node: ast.Subscript) -> None:
        """An element is taken by a key."""

    def equated(self, parts: Sequence[ast.expr], values: Sequence[Value]) -> None:
        """Two values are compared with one another."""

    def delegated(self, value: Value, node: ast.expr) -> None:
        """A generator passes on what another gives."""

    def leaving(self, value: Value, node: ast.expr) -> Value:  # noqa: ARG002  # for those who follow
        """A value is what a lambda gives."""
        return value

    def contained(self, value: Value, node: ast.expr) -> Value:  # noqa: ARG002  # for those who follow
        """A value becomes an element of a container."""
        return value

    def given(self, node: ast.Call, function: Value, args: Sequence[Value], keywords: dict[str, Value]) -> None:
        """Values are given as arguments."""

    def made(self, node: ast.Call, function: Value, result: Value) -> Value:  # noqa: ARG002  # for those who follow
        """A call gave a result."""
        return result

    def bind(self, target: ast.expr, value: Value) -> None:
        """A name is bound within an expression."""
