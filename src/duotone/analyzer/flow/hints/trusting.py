"""What is plain by the annotation of a parameter alone, where an `await` that has run may know better than it."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator, Sequence

from duotone.analyzer.flow.declared import declared_attribute, fields
from duotone.analyzer.flow.fixtures import Fixtures
from duotone.analyzer.flow.frames import Frame
from duotone.analyzer.flow.keeping import made_as
from duotone.analyzer.knowledge.blocking import BLOCKING
from duotone.analyzer.link.symbols import ClassSymbol, FunctionSymbol
from duotone.analyzer.link.values import NONE, Instance, Value, options
from duotone.analyzer.outline import Function, Param

__all__ = ["MADE", "grounds", "has_another_color"]

MADE = "made"
"""What is told of an object of which more than an annotation says what it is."""
_MOST_STEPS = 8
_FILES = "typing.IO"


def grounds(frame: Frame, around: ast.AST, node: ast.expr, fixtures: Fixtures) -> Sequence[str]:
    """The parameters and fields whose annotations alone say what an expression is made of; none where more does.

    That are those ("function:parameter", "class:field") of a class of others that may have a twin in another color,
    which is annotated as easily as it is confused.
    """
    for _ in range(_MOST_STEPS):
        match node:
            case ast.Call(func=inner):
                node = inner
            case ast.Attribute(value=inner, attr=name):
                owner = frame.owner_of(node)
                if isinstance(owner, Instance) and owner.symbol.module.kind == "project":
                    declared = declared_attribute(frame.project, owner, name)
                    return [*_fields(frame, owner.symbol, name, declared)]
                node = inner
            case ast.Name(id=name):
                made = made_as(around, name)
                if made is None:
                    return _param(frame, name, fixtures)
                node = made
            case _:
                break
    return ()


def has_another_color(value: Value) -> bool:
    """Tell whether an object is of a class of others that is for plain code, and whose like there may be for async."""
    if not isinstance(value, Instance) or value.symbol.module.kind == "project":
        return False
    return _is_for_plain(value.symbol)


@functools.lru_cache(maxsize=256)
def _is_for_plain(symbol: ClassSymbol) -> bool:
    if symbol.module.kind == "typeshed":
        return symbol.module.name.partition(".")[0].lstrip("_") in _waiting() or symbol.is_subclass(_FILES)
    return not any(
        isinstance(one, Function) and one.is_async
        for entry, _ in symbol.mro
        for bindings in entry.outline.names.values()
        for one in bindings
    )


@functools.cache
def _waiting() -> frozenset[str]:
    """The packages in which something holds up the thread."""
    return frozenset(name.partition(".")[0] for name in BLOCKING) - {"builtins"}


def _param(frame: Frame | None, name: str, fixtures: Fixtures) -> Sequence[str]:
    """The parameter that a name stands for, here or in a function around, and is bound to nothing else."""
    while frame is not None and name not in frame.ever:
        frame = frame.outer
    symbol = frame.symbol if frame is not None else None
    if frame is None or symbol is None or len(frame.ever[name]) > 1:
        return ()
    declared = frame.declared.get(name)
    param = next((one for one in symbol.outline.params if one.name == name and not one.kind.startswith("*")), None)
    if param is None or declared is None or not any(map(has_another_color, options(declared))):
        return ()
    return () if _is_given(frame, symbol, param, declared, fixtures) else (f"{symbol.name}:{name}",)


def _is_given(frame: Frame, symbol: FunctionSymbol, param: Param, declared: Value, fixtures: Fixtures) -> bool:
    """Tell whether a default, a framework or a fixture is seen to give a parameter what it is declared to be."""
    given = [fixtures.of(param.name, symbol.owner)]
    if param.default not in {None, "None"}:
        default = param.default or ""
        given.append(frame.watcher.injected(default, symbol.scope) or frame.project.infer(default, symbol.scope))
    wanted = [one.symbol.name for one in options(declared) if isinstance(one, Instance)]
    return any(isinstance(one, Instance) and any(map(one.symbol.is_subclass, wanted)) for one in given)


def _fields(frame: Frame, owner: ClassSymbol, name: str, declared: Value) -> Iterator[str]:
    """A field of a record, or the parameters that the methods of a class keep in a field, if it keeps nothing else."""
    if name in fields(owner):
        if any(map(has_another_color, options(declared))):
            yield f"{owner.name}:{name}"
        return
    kept = [(entry, one) for entry, _ in owner.mro for one in entry.outline.attributes.get(name, ())]
    held = [one for one in options(frame.project.attribute(Instance(owner), name)) if one is not NONE]
    if not any(map(has_another_color, held)):
        return
    found: list[str] = []
    for entry, one in kept:
        function = next((part for part in entry.outline.names.get(one.method, ()) if isinstance(part, Function)), None)
        params = [part.name for part in function.params] if function is not None else []
        if one.source not in {*params, "None"}:
            return
        if one.source != "None":
            found.append(f"{entry.name}.{one.method}:{one.source}")
    yield from found
