"""What constructors of plain classes take for work that an async class awaits later, where it can."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator

from duotone.analyzer.parsing.walking import params, walk
from duotone.analyzer.rules.twins.building import kept
from duotone.analyzer.rules.twins.colorless import FunctionNode, plain_name

__all__ = ["Awaited", "awaited_in", "is_for_later", "kept_of"]

Awaited = Callable[[], Collection[str]]
"""Names, without color, of what is called and awaited around the twins."""
_DEEPEST = 3
"""An argument that was passed on so often is followed no further."""


def is_for_later(name: str, sync: ast.ClassDef, asynchronous: ast.ClassDef, awaited: Awaited) -> bool:
    """Tell whether a parameter of a plain constructor is for something that the async class can only do later.

    It says whether to call what is awaited elsewhere, or what that gave, and the async class begins without it. Or
    an async method takes it, and does what the plain constructor did.
    """
    maker, other = (_methods(one).get("__init__") for one in (sync, asynchronous))
    if maker is None or other is None:
        return False
    if _is_filled_later(name, maker, other, asynchronous) or _is_taken_later(name, maker, sync, asynchronous):
        return True
    return _only_guards(name, maker, sync, awaited)


def awaited_in(tree: ast.AST) -> Iterator[str]:
    """The names, without color, of what is called and awaited below a node."""
    for part in walk(tree):
        if isinstance(part, ast.Await) and isinstance(part.value, ast.Call):
            yield plain_name(_called(part.value))


def kept_of(names: Collection[str], owner: ast.ClassDef, twin: ast.ClassDef) -> Collection[str]:
    """The attributes in which a constructor keeps what some of its parameters give, and that the twin has not."""
    maker = _methods(owner).get("__init__")
    if not names or maker is None:
        return ()
    found = {
        attribute
        for attribute, value in kept(maker)
        if any(isinstance(part, ast.Name) and part.id in names for part in walk(value))
    }
    return found - {part.attr for part in walk(twin) if isinstance(part, ast.Attribute)}


def _methods(owner: ast.ClassDef) -> dict[str, FunctionNode]:
    return {one.name: one for one in owner.body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)}


def _is_filled_later(name: str, maker: FunctionNode, other: FunctionNode, asynchronous: ast.ClassDef) -> bool:
    """Tell whether a parameter only presets an attribute that the async class starts empty and fills by an await."""
    preset = {attribute: value for attribute, value in kept(maker) if isinstance(value, ast.Name) and value.id == name}
    uses = _uses(name, maker)
    if not uses or not {*map(id, uses)} <= {*map(id, preset.values())}:
        return False
    empty = {attribute for attribute, value in kept(other) if isinstance(value, ast.Constant) and not value.value}
    coroutines = (one for one in _methods(asynchronous).values() if isinstance(one, ast.AsyncFunctionDef))
    filled = {
        attribute
        for one in coroutines
        for attribute, value in kept(one)
        if any(isinstance(part, ast.Await) for part in walk(value))
    }
    return preset.keys() <= empty & filled


def _is_taken_later(name: str, maker: FunctionNode, sync: ast.ClassDef, asynchronous: ast.ClassDef) -> bool:
    """Tell whether a coroutine takes a parameter, and its twin doesn't, to set what the plain constructor sets."""
    set_at_once = {attribute for attribute, _ in kept(maker)}
    plain = {plain_name(method): _taken(node) for method, node in _methods(sync).items()}
    return any(
        isinstance(node, ast.AsyncFunctionDef)
        and name in _taken(node)
        and name not in plain.get(plain_name(method), ())
        and not set_at_once.isdisjoint(_set_in(node))
        for method, node in _methods(asynchronous).items()
    )


def _taken(node: FunctionNode) -> set[str]:
    return {arg.arg for arg in params(node.args)}


def _set_in(node: FunctionNode) -> Iterator[str]:
    """The attributes that a method sets, of its object or of one that it makes."""
    stores = (part for part in walk(node) if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store))
    return (part.attr for part in stores)


def _only_guards(name: str, function: FunctionNode, owner: ast.ClassDef, awaited: Awaited, depth: int = 0) -> bool:
    """Tell whether all that a parameter decides is whether something is called that async code awaits."""
    guards = {
        id(use)
        for part in walk(function)
        if isinstance(part, ast.If | ast.IfExp)
        for use in _uses(name, part.test)
        if _calls_any(part.body, awaited)
    }
    passed = _passed_on(name, function, owner)
    uses = _uses(name, function)
    return bool(uses) and all(
        id(use) in guards
        or (id(use) in passed and depth < _DEEPEST and _only_guards(*passed[id(use)], owner, awaited, depth + 1))
        for use in uses
    )


def _calls_any(body: ast.expr | list[ast.stmt], awaited: Awaited) -> bool:
    calls = [part for one in (body if isinstance(body, list) else [body]) for part in walk(one)]
    names = {plain_name(_called(part)) for part in calls if isinstance(part, ast.Call)}
    return bool(names) and not names.isdisjoint(awaited())


def _passed_on(name: str, function: FunctionNode, owner: ast.ClassDef) -> dict[int, tuple[str, FunctionNode]]:
    """The uses of a parameter as an argument for other methods of the object, and which parameters take it."""
    methods = _methods(owner)
    found: dict[int, tuple[str, FunctionNode]] = {}
    for part in walk(function):
        match part:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="self"), attr=called)) if called in methods:
                method = methods[called]
                takers = [arg.arg for arg in params(method.args)][1:]
                given = [*zip(takers, part.args, strict=False), *((word.arg, word.value) for word in part.keywords)]
                found.update({id(value): (taker, method) for taker, value in given if taker and _is_of(value, name)})
            case _:
                pass
    return found


def _is_of(value: ast.expr, name: str) -> bool:
    return isinstance(value, ast.Name) and value.id == name


def _uses(name: str, node: ast.AST) -> list[ast.Name]:
    return [part for part in walk(node) if isinstance(part, ast.Name) and part.id == name]


def _called(call: ast.Call) -> str:
    function = call.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
