"""Tells whether a parameter takes an object of an async library, or of a class that holds one or is async itself."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Sequence

from duotone.analyzer.link.symbols import ClassSymbol, ModuleSymbol
from duotone.analyzer.link.values import UNKNOWN, ClassObject, Foreign, Value, options
from duotone.analyzer.outline import Function, Import
from duotone.analyzer.outline import Value as Bound
from duotone.analyzer.parsing.walking import params
from duotone.analyzer.rules.twins.colorless import plain_name

__all__ = ["holders_in", "is_named_so", "is_of_library"]

_WORD = re.compile(r"\w+")
_IMPORTS = re.compile(
    r"^ *(?:import|from) +(aio\w+|asyncpg|httpx|motor|websockets)\b(?:[^\n(]*\([^)]*\)|[^\n]*)", re.MULTILINE
)
_ASYNC = re.compile(r"(?:aio\w+|asyncpg|motor|websockets(?!\.sync))\b")
"""Modules that plain code has no use for."""
_FOR_ASYNC = re.compile(r"\.(?:aio|async_api|asyncio)\.")
"""Parts of libraries for async code, beside those for plain code."""
_UNNAMED = frozenset({"__call__", "__enter__", "__getitem__", "__iter__", "__len__"})
"""Methods that plain code calls without their names."""
_NAMED = re.compile(r"(?i:aiohttp|asyncpg)|^aio|Aio(?=[a-z]*[A-Z])")
"""Words in names of classes and modules that say so of them."""


def is_of_library(param: ast.arg, ours: Sequence[str], theirs: Sequence[str], holders: Collection[str]) -> bool:
    """Tell whether the type of a parameter is of an async library that the file of the twin has nothing of.

    `ours` and `theirs` are the lines of both files, and `holders` the classes that hold an object of one, or are for
    async code alone; of those it is the plain class in their place that the twin may have.
    """
    if param.annotation is None:
        return False
    words = _words(param.annotation)
    if is_named_so(param.annotation) or any(not _has_plain(one, ours, theirs) for one in words & {*holders}):
        return True
    known = {found[1] for found in _IMPORTS.finditer("\n".join(theirs))}
    libraries = (found for found in _IMPORTS.finditer("\n".join(ours)) if found[1] not in known)
    return any(not words.isdisjoint(_WORD.findall(found[0])) for found in libraries)


def is_named_so(annotation: ast.expr) -> bool:
    """Tell whether the name of a type says that it is of an async library, or stands before one."""
    return any(map(_NAMED.search, _words(annotation)))


def holders_in(tree: ast.Module, module: ModuleSymbol) -> frozenset[str]:
    """The classes in the annotations of functions that hold an object of an async library, or are for async code alone.

    Those are classes of the project's, and those that a library has in a part for asyncio.
    """
    words = {word for annotation in _annotations(tree) for word in _words(annotation)}
    known = words & module.outline.names.keys()
    return frozenset(word for word in known if any(map(_is_holder, options(module.own(word) or UNKNOWN))))


def _has_plain(name: str, ours: Sequence[str], theirs: Sequence[str]) -> bool:
    """Tell whether the file of the twin names the plain class beside an async one, which may have the same name."""
    plain = plain_name(name)
    if plain == name and ours is theirs:
        return False
    return any(plain in _WORD.findall(line) for line in theirs if plain in line)


def _annotations(tree: ast.Module) -> Iterator[ast.expr]:
    methods = (part for one in tree.body if isinstance(one, ast.ClassDef) for part in one.body)
    functions = (one for one in (*tree.body, *methods) if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef))
    return (arg.annotation for one in functions for arg in params(one.args) if arg.annotation is not None)


def _words(annotation: ast.expr) -> set[str]:
    return {*_WORD.findall(ast.unparse(annotation))}


def _is_holder(value: Value) -> bool:
    if isinstance(value, Foreign):
        return _FOR_ASYNC.search(value.name) is not None
    if not isinstance(value, ClassObject):
        return False
    symbol = value.symbol
    if symbol.module.kind != "project":
        return symbol.module.kind != "typeshed" and _FOR_ASYNC.search(symbol.name) is not None
    is_held = any(_is_of_async(word, symbol) for text in _fields(symbol) for word in _WORD.findall(text))
    return is_held or _is_async_throughout(symbol)


def _is_async_throughout(symbol: ClassSymbol) -> bool:
    """Tell whether all methods of a class that is no record are async, and no plain class stands beside it."""
    plain = plain_name(symbol.outline.name)
    if symbol.has_unknown_base or (plain != symbol.outline.name and plain in symbol.module.outline.names):
        return False
    if any("dataclass" in text for text in symbol.outline.decorators):
        return False
    entries = [entry for entry, _ in symbol.mro if entry.module.kind == "project"]
    methods = [
        one
        for entry in entries
        for name, bindings in entry.outline.names.items()
        for one in bindings
        if isinstance(one, Function) and (not name.startswith("_") or name in _UNNAMED)
        if "property" not in one.decorators
    ]
    return bool(methods) and all(one.is_async for one in methods)


def _fields(symbol: ClassSymbol) -> Iterator[str]:
    """What a class declares its fields to be, and sets them to."""
    symbol.module.project.touch(symbol.node)
    kept = (one for values in symbol.outline.attributes.values() for one in values)
    named = (one for bindings in symbol.outline.names.values() for one in bindings if isinstance(one, Bound))
    yield from (one.annotation or one.source or "" for one in (*kept, *named))


def _is_of_async(word: str, symbol: ClassSymbol) -> bool:
    """Tell whether a word of the file of a class was imported from an async library."""
    module = symbol.module
    found = [one for one in module.outline.names.get(word, ()) if isinstance(one, Import)]
    if found:
        module.project.touch(module.node_of(word))
    return any(not one.level and _ASYNC.match(one.module) for one in found)
