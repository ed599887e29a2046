"""Whether what a call names was a coroutine function in the commit before the fix, so that a missing await it was."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from duotone.analyzer.mutate.inventory import Inventory, is_stream, last_name, root_name
from duotone.analyzer.mutate.receivers import Bindings, receiver_of
from duotone.analyzer.mutate.source import Function, Source

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from benchmarks.history.repository import Repository
    from duotone.analyzer.mutate.inventory import Definition

# Decorators that leave a coroutine function one; what others make of it is not known by their names.
_PLAIN = frozenset({"staticmethod", "classmethod", "abstractmethod", "override", "overload", "final", "wraps"})
_BEGINNING = re.compile(r"task|background|spawn|schedul", re.IGNORECASE)
_TEST = re.compile(r"(^|/)(tests?/|testing/|test_|conftest|.*_test\.py)")


class Callees:
    """What one commit defines under the names that are called, by the same measure as the mutator's."""

    def __init__(self, repository: Repository, commit: str, names: Iterable[str]) -> None:
        self._repository, self._commit = repository, commit
        sources = filter(None, (self._source(path) for path in repository.defining(commit, names)))
        self._inventory = Inventory.of(sources, repository.paths(commit))

    def _source(self, path: str) -> Source | None:
        text = self._repository.text(self._commit, path)
        try:
            return Source(path, text) if text else None
        except (SyntaxError, ValueError, RecursionError):
            return None

    def is_coroutine(self, source: Source, call: ast.Call) -> bool:
        """Whether every definition that the call may mean is a coroutine function."""
        name = last_name(call.func)
        receiver, origin = receiver_of(source, call, self._inventory, {})
        own = self._own(source, call, receiver)
        found = own or self._inventory.functions.get(name, [])
        if not found or (not own and name not in self._inventory.coroutines):
            return False
        origin = origin or _made_from(source, call)
        if self._inventory.is_foreign(origin) or not self._inventory.is_reached(call, receiver):
            return False
        is_async = isinstance(source.function(call), ast.AsyncFunctionDef)
        if not is_async and receiver == "untyped parameter" and not _TEST.search(source.path):
            # A plain function may be given an object of another package, which the commit replaces by one of its own.
            return False
        if not any(_fits(call, one) and _is_in_sight(source.path, one.path) for one in found):
            return False
        if any(_begins(one.node) for one in found) or not (is_async or all(_is_plain(one.node) for one in found)):
            return False
        return all(one.is_async and not is_stream(one.node) for one in found)

    def _own(self, source: Source, call: ast.Call, receiver: str) -> Sequence[Definition]:
        """Return the definitions in the same class or file, where the call can mean no other."""
        found = self._inventory.functions.get(last_name(call.func), [])
        here = [one for one in found if one.path == source.path]
        if receiver == "function":
            return [one for one in here if one.owner is None]
        if receiver != "own method":
            return []
        owners = [one for one in source.above(call) if isinstance(one, ast.ClassDef)]
        return [one for one in here if one.owner and owners and one.owner.name == owners[0].name]


def _is_plain(function: Function) -> bool:
    return all(last_name(one) in _PLAIN for one in function.decorator_list)


def _begins(function: Function) -> bool:
    """Whether a decorator says that what it makes of a function runs, whoever awaits it."""
    return any(_BEGINNING.search(last_name(one)) for one in function.decorator_list)


def _made_from(source: Source, call: ast.Call) -> str | None:
    """Return where the type of a parameter, or what made or entered a variable, was imported from."""
    function, name = source.function(call), root_name(call.func)
    around = Bindings.of(source.tree)
    args = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs] if function else []
    for one in args:
        if one.arg == name:
            is_named = isinstance(one.annotation, ast.Name | ast.Attribute)
            return around.imports.get(root_name(one.annotation)) if one.annotation and is_named else None
    here = Bindings.of(function) if function else around
    made = here.locals.get(name) or (_entered(function, name) if function else "") or around.locals.get(name, "")
    root = made.partition(".")[0]
    return here.imports.get(root) or around.imports.get(root)


def _entered(function: Function, name: str) -> str:
    """Return the callee that made what is entered under a name."""
    items = (item for one in ast.walk(function) if isinstance(one, ast.With | ast.AsyncWith) for item in one.items)
    for item in items:
        if isinstance(item.optional_vars, ast.Name) and item.optional_vars.id == name:
            return ast.unparse(item.context_expr.func) if isinstance(item.context_expr, ast.Call) else ""
    return ""


def _is_in_sight(path: str, defined: str) -> bool:
    """Whether code in one file can mean what another defines: what tests define is for tests."""
    return bool(_TEST.search(path)) or not _TEST.search(defined)


def _fits(call: ast.Call, definition: Definition) -> bool:
    """Whether a function takes the arguments of a call."""
    function = definition.node
    args = [*function.args.posonlyargs, *function.args.args]
    if definition.owner is not None and "staticmethod" not in map(last_name, function.decorator_list):
        args = args[1:]
    if any(isinstance(one, ast.Starred) for one in call.args) or any(one.arg is None for one in call.keywords):
        return True
    named = {one.arg for one in call.keywords}
    only = function.args.kwonlyargs
    if len(call.args) > len(args) and function.args.vararg is None:
        return False
    if function.args.kwarg is None and named - {one.arg for one in (*args, *only)}:
        return False
    needed = args[len(call.args) : len(args) - len(function.args.defaults)]
    needed += [one for one, default in zip(only, function.args.kw_defaults, strict=True) if default is None]
    return all(one.arg in named for one in needed)


def is_name(text: str) -> bool:
    """Whether a callee can be looked up by its name at all."""
    return text.isidentifier() and not text.startswith("__")
