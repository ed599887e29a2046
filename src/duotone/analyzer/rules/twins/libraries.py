"""Tells whether a parameter takes an object of an async library, or of a class that holds one."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Sequence

from duotone.analyzer.link.symbols import ClassSymbol, ModuleSymbol
from duotone.analyzer.link.values import ClassObject
from duotone.analyzer.outline import Import, Value
from duotone.analyzer.parsing.walking import params

__all__ = ["holders_in", "is_named_so", "is_of_library"]

_WORD = re.compile(r"\w+")
_IMPORTS = re.compile(
    r"^ *(?:import|from) +(aio\w+|asyncpg|httpx|motor|websockets)\b(?:[^\n(]*\([^)]*\)|[^\n]*)", re.MULTILINE
)
_ASYNC = re.compile(r"(?:aio\w+|asyncpg|motor|websockets(?!\.sync))\b")
"""Modules that plain code has no use for."""
_NAMED = re.compile(r"(?i:aiohttp|asyncpg)|^aio|Aio(?=[a-z]*[A-Z])")
"""Words in names of classes and modules that say so of them."""


def is_of_library(param: ast.arg, ours: Sequence[str], theirs: Sequence[str], holders: Collection[str]) -> bool:
    """Tell whether the type of a parameter is of an async library that the file of the twin has nothing of.

    `ours` and `theirs` are the lines of both files, and `holders` the classes that hold an object of one.
    """
    if param.annotation is None:
        return False
    words = _words(param.annotation)
    if is_named_so(param.annotation) or not words.isdisjoint(holders):
        return True
    known = {found[1] for found in _IMPORTS.finditer("\n".join(theirs))}
    libraries = (found for found in _IMPORTS.finditer("\n".join(ours)) if found[1] not in known)
    return any(not words.isdisjoint(_WORD.findall(found[0])) for found in libraries)


def is_named_so(annotation: ast.expr) -> bool:
    """Tell whether the name of a type says that it is of an async library, or stands before one."""
    return any(map(_NAMED.search, _words(annotation)))


def holders_in(tree: ast.Module, module: ModuleSymbol) -> frozenset[str]:
    """The classes of the project in the annotations of methods that hold an object of an async library."""
    words = {word for annotation in _annotations(tree) for word in _words(annotation)}
    return frozenset(word for word in words & module.outline.names.keys() if _is_holder(module.own(word)))


def _annotations(tree: ast.Module) -> Iterator[ast.expr]:
    methods = (part for one in tree.body if isinstance(one, ast.ClassDef) for part in one.body)
    functions = (one for one in methods if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef))
    return (arg.annotation for one in functions for arg in params(one.args) if arg.annotation is not None)


def _words(annotation: ast.expr) -> set[str]:
    return {*_WORD.findall(ast.unparse(annotation))}


def _is_holder(value: object) -> bool:
    if not isinstance(value, ClassObject) or value.symbol.module.kind != "project":
        return False
    return any(_is_of_async(word, value.symbol) for text in _fields(value.symbol) for word in _WORD.findall(text))


def _fields(symbol: ClassSymbol) -> Iterator[str]:
    """What a class declares its fields to be, and sets them to."""
    symbol.module.project.touch(symbol.node)
    kept = (one for values in symbol.outline.attributes.values() for one in values)
    named = (one for bindings in symbol.outline.names.values() for one in bindings if isinstance(one, Value))
    yield from (one.annotation or one.source or "" for one in (*kept, *named))


def _is_of_async(word: str, symbol: ClassSymbol) -> bool:
    """Tell whether a word of the file of a class was imported from an async library."""
    module = symbol.module
    found = [one for one in module.outline.names.get(word, ()) if isinstance(one, Import)]
    if found:
        module.project.touch(module.node_of(word))
    return any(not one.level and _ASYNC.match(one.module) for one in found)
