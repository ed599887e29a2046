"""What names must be for a test to hold, and what parameters must be for the names that are made of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from duotone.analyzer.flow.known import chain
from duotone.analyzer.parsing.walking import params, walk

__all__ = ["ANY", "OBJECT", "Function", "Need", "holds", "is_kept", "is_only_filled", "needs", "origins", "text"]

Function = ast.FunctionDef | ast.AsyncFunctionDef
Need = tuple[str, Sequence[str]]
"""A name, and the values of which it must have one; "name:Class" stands for whether it is an object of a class."""

OBJECT = "..."
"""Stands for anything that is true, and not `True` itself."""
ANY = "|"
"""Stands for several names, of which one must have one of the values that are given as "name=value"."""
_VALUES = ("True", "False", "None", OBJECT)
_FALSE = ("False", "None")
_TESTS = (ast.BoolOp, ast.Compare, ast.Name, ast.UnaryOp)


def holds(need: Need, values: Mapping[str, str]) -> bool:
    """Tell whether a need may be met with what is known of names."""
    name, wanted = need
    if name == ANY:
        return any(values.get(one, value) == value for one, _, value in (part.partition("=") for part in wanted))
    return values.get(name, wanted[0]) in wanted


def needs(test: ast.expr, *, is_true: bool) -> Iterator[Need]:
    """The names that a test is about, and the values that they must have for it to hold, or not to hold."""
    match test:
        case ast.Name() | ast.Attribute():
            yield from _of(test, ["True", OBJECT] if is_true else _FALSE)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield from needs(operand, is_true=not is_true)
        case ast.BoolOp(op=op, values=parts):
            if isinstance(op, ast.And) is is_true:
                for part in parts:
                    yield from needs(part, is_true=is_true)
            else:
                yield from _any([next(needs(part, is_true=is_true), None) for part in parts])
        case ast.Compare(
            left=left, ops=[ast.Is() | ast.IsNot() as op], comparators=[ast.Constant(value=bool() | None as value)]
        ):
            is_same = isinstance(op, ast.Is) is is_true
            yield from _of(left, [one for one in _VALUES if (one == str(value)) is is_same])
        case ast.Call(func=ast.Name(id="isinstance"), args=[ast.Name(id=name), kinds]):
            parts = kinds.elts if isinstance(kinds, ast.Tuple) else [kinds]
            # One of several classes says nothing of each.
            for kind in parts if len(parts) == 1 or not is_true else ():
                yield f"{name}:{ast.unparse(kind)}", [str(is_true)]
        case _:
            pass


def _of(node: ast.expr, wanted: Sequence[str]) -> Iterator[Need]:
    name = chain(node)
    if name and not name.startswith(("self.", "cls.")):
        yield name, wanted


def _any(found: Sequence[Need | None]) -> Iterator[Need]:
    """One of several needs, where each part of a test has one, and none of them is about a class."""
    parts = [need for need in found if need is not None and ":" not in need[0] and need[0] != ANY]
    if len(parts) == len(found):
        yield ANY, [f"{name}={value}" for name, wanted in parts for value in wanted]


def text(value: ast.expr) -> str:
    """What is known of a value that is written down; nothing for any other."""
    if not isinstance(value, ast.Constant):
        return ""
    is_plain = value.value is None or isinstance(value.value, bool)
    return str(value.value) if is_plain else OBJECT if value.value else ""


def is_kept(function: Function, name: str, until: int | None = None) -> bool:
    """Tell whether a name is a parameter that keeps what it was given, for good or up to a line."""
    return _is_param(function, name) and not any(
        isinstance(part, ast.Name) and part.id == name and not isinstance(part.ctx, ast.Load)
        for part in walk(function)
        if until is None or getattr(part, "lineno", 0) <= until
    )


def is_only_filled(function: Function, name: str) -> bool:
    """Tell whether a parameter is set to what is made or held elsewhere, so that it is None only if given so."""
    if not _is_param(function, name):
        return False
    parts = [*walk(function)]
    stored = sum(isinstance(part, ast.Name) and part.id == name and isinstance(part.ctx, ast.Store) for part in parts)
    values = [value for part in parts if isinstance(part, ast.stmt) for value in _set(part, name)]
    return len(values) == stored and all(isinstance(value, ast.Call | ast.Subscript) for value in values)


def _is_param(function: Function, name: str) -> bool:
    return any(arg.arg == name for arg in params(function.args))


def origins(function: Function, name: str, wanted: Sequence[str]) -> Iterator[Need]:
    """What parameters must be for a local name to have one of some values, by the one test that decides about it."""
    stored = [*_stores(function, name)]
    if not stored:
        return
    targets = [one for one in walk(function) if isinstance(one, ast.Name | ast.Attribute)]
    if len(stored) != sum(isinstance(one.ctx, ast.Store) and chain(one) == name for one in targets):
        return
    test, is_true = _deciding(function, name, stored, wanted)
    if test is not None:
        for need in needs(test, is_true=is_true):
            names = [part.partition("=")[0] for part in need[1]] if need[0] == ANY else [need[0].partition(":")[0]]
            if all(is_kept(function, one, test.end_lineno or test.lineno) for one in names):
                yield need


_Store = tuple[ast.expr, ast.expr | None, bool]
"""A value, and the test that decides whether a name gets it, with what that must come to."""


def _stores(function: Function, name: str) -> Iterator[_Store]:
    """What a name is set to on the straight way through a function, or in one of its branches."""
    for statement in function.body:
        yield from ((value, None, True) for value in _set(statement, name))
        if isinstance(statement, ast.If):
            yield from ((value, statement.test, True) for one in statement.body for value in _set(one, name))
            yield from ((value, statement.test, False) for one in statement.orelse for value in _set(one, name))


def _set(statement: ast.stmt, name: str) -> Iterator[ast.expr]:
    if isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None:
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        if any(chain(target) == name for target in targets):
            yield statement.value


def _deciding(
    function: Function, name: str, stored: Sequence[_Store], wanted: Sequence[str]
) -> tuple[ast.expr | None, bool]:
    """The test that decides whether a name has one of some values, and what it must come to."""
    value, test, is_true = stored[-1]
    if len(stored) == 1 and test is None:
        is_of_truth = all(one in _FALSE for one in wanted) or not any(one in _FALSE for one in wanted)
        return (value, wanted[0] not in _FALSE) if is_of_truth and isinstance(value, _TESTS) else (None, True)
    before = text(stored[0][0]) if len(stored) > 1 else "None" if _is_made_bare(function, name) else ""
    is_alone = len(stored) == 1 or (len(stored) == 2 and stored[0][1] in {None, test})  # noqa: PLR2004  # two
    fits = [one in ("", *wanted) for one in (before, text(value))]
    if not is_alone or fits[0] is fits[1]:
        return None, True
    return test, is_true is fits[1]


def _is_made_bare(function: Function, name: str) -> bool:
    """Tell whether an attribute is one of an object that a function makes, and not given there."""
    owner, _, attribute = name.rpartition(".")
    calls = [value for value, test, _ in _stores(function, owner) if test is None] if owner else []
    given = [word.arg for call in calls if isinstance(call, ast.Call) for word in call.keywords]
    return len(calls) == 1 and isinstance(calls[0], ast.Call) and attribute not in given and None not in given
