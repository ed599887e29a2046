"""What a class stands for: its bases, and the interfaces that a decorator says it implements."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator, Sequence

from duotone.analyzer.link.nodes import parsed
from duotone.analyzer.link.symbols import ClassSymbol, Lineage
from duotone.analyzer.link.values import ClassObject
from duotone.analyzer.outline import Function

__all__ = ["stood_for"]


def stood_for(symbol: ClassSymbol, method: str) -> Lineage:
    """The classes whose method one of a class may be called for, nearest first, with what their variables stand for."""
    bases = symbol.mro[1:]
    return [*bases, *_interfaces(symbol, method)] if symbol.outline.decorators else bases


def _interfaces(symbol: ClassSymbol, method: str) -> Lineage:
    """The classes in `@implementer(Interface)` that have a method and leave it to others to write."""
    found: Lineage = []
    for name in _named_in(tuple(symbol.outline.decorators)):
        named = symbol.module.project.infer(name, symbol.scope)
        if isinstance(named, ClassObject):
            found += [(entry, known) for entry, known in named.symbol.mro if _leaves_open(entry, method)]
    return found


def _leaves_open(symbol: ClassSymbol, method: str) -> bool:
    own = [one for one in symbol.outline.names.get(method, ()) if isinstance(one, Function)]
    return bool(own) and all(one.is_stub for one in own)


@functools.lru_cache(maxsize=64)
def _named_in(decorators: Sequence[str]) -> Sequence[str]:
    """The names that the decorators of a class are called with."""
    return tuple(name for text in decorators if "(" in text for name in _arguments(text))


def _arguments(text: str) -> Iterator[str]:
    call = parsed(text)
    if isinstance(call, ast.Call):
        yield from (ast.unparse(arg) for arg in call.args if isinstance(arg, ast.Name | ast.Attribute))
