"""What the helpers and fixtures of a test file put into attributes of what they give, stand-ins above all."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from duotone.analyzer.flow.hints.naming import MOCKS
from duotone.analyzer.flow.keeping import made_as
from duotone.analyzer.flow.known import chain
from duotone.analyzer.parsing.walking import walk

__all__ = ["Furnished", "furnished", "helper_called"]

Furnished = Mapping[tuple[str, str], Mapping[str, Sequence[str]]]
"""By class, if any, and helper: the attributes that stand-ins are put into, and what is, "" where it isn't known."""
_Function = ast.FunctionDef | ast.AsyncFunctionDef


def furnished(source: str, tree: ast.Module) -> Furnished:
    """What all helpers of a file put into what they give; most files have no stand-ins, and are not looked through."""
    if "Mock(" not in source:
        return {}
    found: dict[tuple[str, str], Mapping[str, Sequence[str]]] = {}
    for owner, body in [("", tree.body), *((one.name, one.body) for one in tree.body if isinstance(one, ast.ClassDef))]:
        for one in body:
            if isinstance(one, _Function) and (attributes := _attributes(one)):
                found[owner, one.name] = attributes
    return found


def _attributes(function: _Function) -> Mapping[str, Sequence[str]]:
    """The attributes of the one object that a function gives, where it puts a stand-in there itself."""
    given = {*_given(function)}
    if len(given) != 1:
        return {}
    (name,) = given
    found: dict[str, list[str]] = {}
    for part in walk(function):
        match part:
            case ast.Assign(targets=[ast.Attribute(value=ast.Name(id=owner), attr=attribute)], value=value):
                if owner == name:
                    found.setdefault(attribute, []).append(_mock_of(function, value))
            case _:
                pass
    return {attribute: values for attribute, values in found.items() if not MOCKS.isdisjoint(values)}


def _given(function: _Function) -> Iterator[str]:
    """The names of what a function returns or yields; nothing for what has none."""
    for part in walk(function):
        if isinstance(part, ast.Return | ast.Yield) and part.value is not None:
            yield part.value.id if isinstance(part.value, ast.Name) else ""


def _mock_of(function: ast.AST, value: ast.expr) -> str:
    """The class of the stand-in that a value is, "None" for None, and nothing for anything else."""
    if isinstance(value, ast.Name):
        value = made_as(function, value.id) or value
    if isinstance(value, ast.Constant) and value.value is None:
        return "None"
    name = chain(value.func).rpartition(".")[2] if isinstance(value, ast.Call) else ""
    return name if name in MOCKS else ""


def helper_called(value: ast.expr) -> tuple[bool, str]:
    """The helper whose result a value is, and whether it is a method of the same object."""
    value = value.value if isinstance(value, ast.Await) else value
    match value:
        case ast.Call(func=ast.Name(id=name)):
            return False, name
        case ast.Call(func=ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name)):
            return True, name
        case _:
            return False, ""
