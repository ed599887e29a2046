"""Whether what a call names was a coroutine function in the commit before the fix, so that a missing await it was."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from duotone.analyzer.mutate.inventory import Inventory, is_stream, last_name
from duotone.analyzer.mutate.receivers import receiver_of
from duotone.analyzer.mutate.source import Function, Source

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from benchmarks.history.repository import Repository
    from duotone.analyzer.mutate.inventory import Definition

# Decorators that leave a coroutine function one; what others make of it is not known by their names.
_PLAIN = frozenset({"staticmethod", "classmethod", "abstractmethod", "override", "overload", "final", "wraps"})


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
        if self._inventory.is_foreign(origin) or not self._inventory.is_reached(call, receiver):
            return False
        is_async = isinstance(source.function(call), ast.AsyncFunctionDef)
        if not is_async and not all(_is_plain(one.node) for one in found):
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


def is_name(text: str) -> bool:
    """Whether a callee can be looked up by its name at all."""
    return text.isidentifier() and not text.startswith("__")
