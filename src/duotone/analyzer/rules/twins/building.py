"""What a class is built from: what its constructor requires, and what it makes of that by itself."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator

from duotone.analyzer.parsing.walking import params, walk
from duotone.analyzer.rules.twins.colorless import FunctionNode, plain_name

__all__ = ["MAKERS", "is_fixed", "is_made_otherwise", "kept", "maker_of"]

MAKERS = frozenset({"__init__", "__new__"})
"""Methods whose parameters are what objects are built from."""


def maker_of(owner: ast.ClassDef) -> FunctionNode | None:
    """The constructor of a class, which may be written in either way."""
    makers = (one for one in owner.body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef))
    return next((one for one in makers if one.name in MAKERS), None)


def kept(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """The attributes of the object that are set below a node, and to what."""
    for part in walk(node):
        match part:
            case (
                ast.Assign(targets=[ast.Attribute(value=ast.Name(id="self"), attr=name)], value=value)
                | ast.AnnAssign(target=ast.Attribute(value=ast.Name(id="self"), attr=name), value=ast.expr() as value)
            ):
                yield name, value
            case _:
                pass


def is_fixed(name: str, owner: ast.ClassDef) -> bool:
    """Tell whether a class has a thing of that name all the same, and nothing but a constant for it."""
    values = [value for attribute, value in kept(owner) if _bare(attribute) == _bare(name)]
    return bool(values) and all(map(_is_constant, values))


def is_made_otherwise(name: str, owner: ast.ClassDef, twin: ast.ClassDef) -> bool:
    """Tell whether a class gets a thing of that name from what it is built from, and its twin isn't.

    It keeps the thing, or hands it on, under the same name.
    """
    maker, other = maker_of(owner), maker_of(twin)
    if maker is None or other is None:
        return False
    theirs = {plain_name(arg.arg) for arg in params(other.args)}
    own = {arg.arg for arg in params(maker.args) if plain_name(arg.arg) not in theirs}
    sources = {attribute for attribute, value in kept(maker) if own and _mentions(value, own, ())}
    return bool(own) and any(_mentions(value, own, sources) for value in _given_as(_bare(name), owner))


def _given_as(name: str, owner: ast.ClassDef) -> Iterator[ast.expr]:
    """What stands behind a name: as an argument, in an attribute of the object, or in a variable."""
    for part in walk(owner):
        match part:
            case ast.keyword(arg=str(word), value=value) if _bare(word) == name:
                yield value
            case ast.Assign(targets=[ast.Name(id=word)], value=value) if _bare(word) == name:
                yield value
            case _:
                pass
    yield from (value for attribute, value in kept(owner) if _bare(attribute) == name)


def _mentions(node: ast.expr, names: Collection[str], attributes: Collection[str]) -> bool:
    """Tell whether some of the variables are in an expression, or of the attributes of the object."""
    for part in walk(node):
        match part:
            case ast.Name(id=name) if name in names:
                return True
            case ast.Attribute(value=ast.Name(id="self"), attr=name) if name in attributes:
                return True
            case _:
                pass
    return False


def _is_constant(value: ast.expr) -> bool:
    match value:
        case ast.Constant() | ast.Dict(keys=[]) | ast.List(elts=[]) | ast.Tuple(elts=[]):
            return True
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name.isupper()
        case _:
            return False


def _bare(name: str) -> str:
    """A name without color, and without what says that it is private."""
    return plain_name(name).strip("_")
