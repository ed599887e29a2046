"""What tests come to that ask for constants alone, and what is never evaluated for that."""

from __future__ import annotations

import ast
import typing
from collections.abc import Callable, Mapping, Sequence

from duotone.analyzer.link.hooks import Hooks
from duotone.analyzer.link.nodes import parsed
from duotone.analyzer.link.symbols import FunctionSymbol, Scope
from duotone.analyzer.link.values import (
    NONE,
    CallableType,
    ClassObject,
    Constant,
    FunctionObject,
    Partial,
    Tuple,
    Value,
)
from duotone.analyzer.outline import constants

__all__ = ["ELSE", "Choosing", "chosen_results", "literal"]

ELSE = " else "
"""What is in the text of an expression that chooses."""

_OBJECTS = (CallableType, ClassObject, FunctionObject, Partial)


class Choosing(Hooks):
    """Decides tests by what the constants of a scope are."""

    scope: Scope

    def comes_to(self, test: ast.expr) -> bool | None:
        """What a test comes to where it asks for constants alone."""
        return constants.verdict(test, self.settled)

    def settled(self, name: str) -> constants.Literal | constants.Open:
        """The value of a name that stands for a constant."""
        return literal(self.scope.lookup(name)) if name.isidentifier() else constants.OPEN

    def arms(self, node: ast.IfExp) -> Sequence[ast.expr]:
        """The arms of `… if … else …` that may be evaluated."""
        verdict = self.comes_to(node.test)
        if verdict is None:
            return node.body, node.orelse
        self.left_out(node.orelse if verdict else node.body)
        return [node.body if verdict else node.orelse]


def literal(value: Value | None) -> constants.Literal | constants.Open:
    """What is written down for a value, if it is a constant."""
    if isinstance(value, Constant):
        return typing.cast("constants.Literal", value.value)
    return None if value is NONE else constants.OPEN


def chosen_results(symbol: FunctionSymbol, results: Sequence[str], given: Mapping[str, Value]) -> list[str]:
    """Those of its results that a function may give for the constants that a call gives it, or leaves as they are."""
    guards = symbol.outline.guards or {}
    known = _Given(symbol, given)
    tests = {text: parsed(guards[text]) for text in results if text in guards}
    return [
        _arm(text, known)
        for text in results
        if (test := tests.get(text)) is None or constants.verdict(test, known) is not False
    ]


class _Given:
    """What is known of the parameters of a function in a call of it."""

    def __init__(self, symbol: FunctionSymbol, given: Mapping[str, Value]) -> None:
        self._symbol, self._given = symbol, given
        self._params = {param.name: param for param in symbol.outline.params}

    def __call__(self, name: str) -> constants.Literal | constants.Open:
        """What a name stands for, or what asking `callable` or `len` of one comes to."""
        if name.endswith(")"):
            asking, _, asked = name[:-1].partition("(")
            return self._callable(asked) if asking == "callable" else self._length(asked)
        value, param = self._given.get(name), self._params.get(name)
        if param is not None and param.kind in {"*", "**"}:
            length = self._length(name)
            return length if isinstance(length, constants.Open) else bool(length)
        if value is None and param is not None and param.default is not None:
            return self._default(param.default)
        if value is None and constants.is_constant_name(name):
            value = self._symbol.module.own(name)
        # A function is none of what tests compare with, and true.
        return True if isinstance(value, _OBJECTS) else literal(value)

    def _default(self, text: str) -> constants.Literal | constants.Open:
        node = parsed(text) if "**" not in self._given else None
        return typing.cast("constants.Literal", node.value) if isinstance(node, ast.Constant) else constants.OPEN

    def _callable(self, asked: str) -> bool | constants.Open:
        name, is_first, _ = asked.partition("[0]")
        value = self._given.get(name)
        if is_first:
            value = next(iter(value.items), NONE) if isinstance(value, Tuple) else None
        elif value is None and not isinstance(self(name), constants.Open):
            return False
        if isinstance(value, _OBJECTS):
            return True
        return False if value is NONE or isinstance(value, Constant) else constants.OPEN

    def _length(self, name: str) -> int | constants.Open:
        """How many values `*name` or `**name` takes, where that is known."""
        value = self._given.get(name)
        if isinstance(value, Tuple):
            return len(value.items)
        is_all = name in self._params and self._params[name].kind == "**"
        # What is given under other names than those of the parameters is all that such a one takes.
        return 0 if is_all and self._given.keys() <= self._params.keys() else constants.OPEN


def _arm(text: str, known: Callable[[str], constants.Literal | constants.Open]) -> str:
    """The arm of `… if … else …` that is evaluated, as text; all of it where that is left open."""
    node = parsed(text) if ELSE in text else None
    verdict = constants.verdict(node.test, known) if isinstance(node, ast.IfExp) else None
    if verdict is None or not isinstance(node, ast.IfExp):
        return text
    return ast.unparse(node.body if verdict else node.orelse)
