"""What asks functions to be async from outside: loaders and aliases of a project, its docs, and who passes classes."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Any

from duotone.analyzer.flow.file import File, Ran
from duotone.analyzer.parsing.walking import params, walk
from duotone.analyzer.rules.facts import FunctionFact
from duotone.analyzer.rules.program import Program
from duotone.analyzer.rules.trust.suites import is_of_tests

__all__ = ["Contracts", "contracts_in"]

_KEPT_BY = "DUO201"
_ASKS = "iscoroutinefunction("
_AWAITABLE = frozenset({"Awaitable", "Coroutine"})
_DOCUMENTED = re.compile(r"\|coro\||\bthis (function|method) is a coroutine\b", re.IGNORECASE)
_OF_CLASSES = re.compile(r"\b[Tt]ype\[")
_Function = ast.FunctionDef | ast.AsyncFunctionDef


def contracts_in(file: File, path: str) -> dict[str, Any]:
    """What a file asks of functions that it doesn't call by name, and what its own look like to who may ask."""
    return {
        "loads": _ASKS in file.source and not is_of_tests(path) and any(map(_refuses_plain, walk(file.tree))),
        "aliases": sorted({*_aliases(file)}),
        "signatures": dict(_signatures(file)),
        "documented": [ran.name for ran in file.ran if _is_idle(ran) and _is_documented(ran.node)],
        "passed": sorted({name for ran in file.ran for name in _of_passed_classes(ran)}),
    }


def _is_idle(ran: Ran) -> bool:
    return ran.is_async and not ran.suspends and ran.symbol is not None


def _is_documented(node: ast.AST) -> bool:
    text = ast.get_docstring(node, clean=False) if isinstance(node, ast.AsyncFunctionDef) else None
    return text is not None and _DOCUMENTED.search(text) is not None


def _refuses_plain(node: ast.AST) -> bool:
    """Tell whether a function raises where something that it has got by a call is no coroutine function.

    What it is given is another matter: who gives it is seen.
    """
    if not isinstance(node, _Function):
        return False
    given = {arg.arg for arg in params(node.args)}
    for part in walk(node):
        match part:
            case ast.If(
                test=ast.UnaryOp(op=ast.Not(), operand=ast.Call(func=function, args=[ast.Name(id=name)])),
                body=[*_, ast.Raise()],
            ) if _last(function) == "iscoroutinefunction" and name not in given:
                return True
            case _:
                pass
    return False


def _aliases(file: File) -> Iterator[str]:
    """What async functions take for which a file has a name of its own: an alias, or a protocol that is called."""
    if not any(word in file.source for word in _AWAITABLE) and "def __call__" not in file.source:
        return
    for statement in file.tree.body:
        if isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None:
            yield from filter(None, map(_of_alias, walk(statement.value)))
        elif isinstance(statement, ast.ClassDef) and any(_last(base) == "Protocol" for base in statement.bases):
            yield from filter(None, map(_of_call, statement.body))


def _of_alias(node: ast.AST) -> str:
    match node:
        case ast.Subscript(value=value, slice=ast.Tuple(elts=[ast.List(elts=taken), result])) if _last(
            value
        ) == "Callable" and _is_awaitable(result):
            return ",".join(map(_last, taken))
        case _:
            return ""


def _of_call(node: ast.stmt) -> str:
    if not isinstance(node, _Function) or node.name != "__call__":
        return ""
    is_async = isinstance(node, ast.AsyncFunctionDef) or (node.returns is not None and _is_awaitable(node.returns))
    return _signature(node, 1) if is_async else ""


def _is_awaitable(node: ast.expr) -> bool:
    return isinstance(node, ast.Subscript) and _last(node.value) in _AWAITABLE


def _signatures(file: File) -> Iterator[tuple[str, str]]:
    """What the public functions of a file take that are async for nothing, by their names."""
    for ran in file.ran:
        node, symbol = ran.node, ran.symbol
        if symbol is None or symbol.owner is not None or not isinstance(node, ast.AsyncFunctionDef):
            continue
        if _is_idle(ran) and not node.name.startswith("_") and (found := _signature(node, 0)):
            yield ran.name, found


def _signature(node: _Function, first: int) -> str:
    """The last names of the annotations of all that a function takes, or nothing where one has none."""
    taken = [_last(arg.annotation) for arg in params(node.args)[first:]]
    return ",".join(taken) if all(taken) else ""


def _last(node: ast.expr | None) -> str:
    """The last name of a dotted one, which may be written as a text, or of what is subscribed."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Constant(value=str(text)):
            return text.partition("[")[0].rpartition(".")[2]
        case ast.Subscript(value=value):
            return _last(value)
        case _:
            return ""


def _of_passed_classes(ran: Ran) -> Iterator[str]:
    """The methods that a public function calls on a class which it is given, and knows only where it isn't."""
    node = ran.node
    if isinstance(node, ast.Module) or node.name.startswith("_"):
        return
    names: set[str] | None = None
    for symbol, call, is_awaited in ran.calls:
        match call:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name))) if is_awaited and symbol.owner is not None:
                names = {*_classes_taken(node)} if names is None else names
                if name in names:
                    yield symbol.name
            case _:
                pass


def _classes_taken(node: _Function) -> Iterator[str]:
    """The parameters with a default that take a class, which callers may have another one for."""
    args = node.args
    positional = [*args.posonlyargs, *args.args]
    defaults = [*zip(positional[len(positional) - len(args.defaults) :], args.defaults, strict=True)]
    defaults += [(arg, default) for arg, default in zip(args.kwonlyargs, args.kw_defaults, strict=True) if default]
    for arg, default in defaults:
        annotation = ast.unparse(arg.annotation) if arg.annotation is not None else ""
        is_class = isinstance(default, ast.Name) and default.id[:1].isupper() and not default.id.isupper()
        if _OF_CLASSES.search(annotation) or (is_class and not annotation):
            yield arg.arg


class Contracts:
    """What may ask for the color of a function, although nobody is seen to."""

    def __init__(self, program: Program) -> None:
        self._program = program
        kept = [file.kept[_KEPT_BY]["contracts"] for file in program.files]
        self._is_loading = any(one["loads"] for one in kept)
        self._classes = {name.rpartition(".")[2] for name in program.classes}
        self._aliases = {alias for one in kept for alias in one["aliases"] if self._is_own(alias)}
        self._signatures = {name: found for one in kept for name, found in one["signatures"].items()}
        self._documented = {name for one in kept for name in one["documented"]}
        self._passed = {name for one in kept for name in one["passed"]}

    def _is_own(self, alias: str) -> bool:
        """Tell whether a class of the project is among what is taken; a text or a number is taken by too many."""
        return not self._classes.isdisjoint(alias.split(","))

    def about(self, function: FunctionFact) -> Iterator[str]:
        """Why somebody else may want a function to be async."""
        last = function.name.rpartition(".")[2]
        if last.startswith("_"):
            return
        if function.name in self._documented:
            yield "its docstring says to others that it is a coroutine"
        if function.name in self._passed:
            yield "it is awaited of a class that callers may pass, and another class may suspend there"
        if self._program.callers(function.name) or {"method", "nested"}.intersection(function.marks):
            return
        if self._is_loading:
            yield "nobody calls it, and functions that are loaded by their names here have to be async"
        elif self._signatures.get(function.name) in self._aliases:
            yield "nobody calls it, and it takes what an async callback of the project takes"
