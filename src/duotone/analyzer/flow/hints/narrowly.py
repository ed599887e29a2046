"""Annotations that are too narrow: they speak of a plain function, and what that gives is given to be awaited."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from duotone.analyzer.flow import known
from duotone.analyzer.flow.declared import Argument, fate
from duotone.analyzer.flow.keeping import bound_name
from duotone.analyzer.flow.seen import Seen
from duotone.analyzer.flow.sites import Site, Use
from duotone.analyzer.flow.values import sites_in
from duotone.analyzer.link import operations
from duotone.analyzer.link.values import UNKNOWN, Coroutine, Value, options
from duotone.analyzer.parsing.walking import walk

__all__ = ["given", "is_settled"]

_COMPREHENSIONS = (ast.GeneratorExp, ast.ListComp, ast.SetComp)
_DISPLAYS = (ast.List, ast.Set, ast.Starred, ast.Tuple, *_COMPREHENSIONS)


def given(seen: Seen, argument: Argument) -> None:
    """Remember what an argument says of the functions that made it, where only what can be awaited is taken there."""
    if not _may_be_made(seen, argument.part, argument.value) or not _is_to_await(seen, argument):
        return
    for call in _made(seen, argument.part):
        _settle(seen, call, argument.part)


def is_settled(seen: Seen, awaited: ast.expr) -> bool:
    """Tell whether a name that is awaited stands for what such a function gave, and remember it of the function."""
    made = [*_made(seen, awaited)] if isinstance(awaited, ast.Name) else ()
    for call in made:
        _settle(seen, call, awaited)
    return bool(made)


def _may_be_made(seen: Seen, node: ast.expr, value: Value) -> bool:
    """Tell by a look whether something may be what such functions gave; most names stand for what they never give."""
    if isinstance(node, ast.Name):
        return all(operations.awaitability(option) is False for option in options(value))
    return node in seen.only_declared if isinstance(node, ast.Call) else isinstance(node, _DISPLAYS)


def _is_to_await(seen: Seen, argument: Argument) -> bool:
    """Tell whether an argument is to be awaited; where a signature has no room for a coroutine, no name says more."""
    kind, _ = fate(seen.project, argument._replace(value=Coroutine(UNKNOWN, None)))
    is_named = known.fate(argument.name, argument.position, argument.word) == "scheduled"
    return kind == "scheduled" or (is_named and kind != "argument")


def _made(seen: Seen, node: ast.expr) -> Iterator[ast.Call]:
    """The calls of what is annotated as a plain function that an expression is made of, or what its name stands for."""
    around = seen.current.node if seen.current is not None else None
    for part in _parts(node):
        values = _bound(around, part.id) if isinstance(part, ast.Name) and around is not None else (part,)
        for one in (one for value in values for one in _parts(value)):
            if isinstance(one, ast.Call) and one in seen.only_declared:
                yield one


def _parts(node: ast.expr) -> Iterator[ast.expr]:
    """What is in a display, or what a comprehension makes; anything else is one part."""
    if isinstance(node, ast.List | ast.Tuple | ast.Set):
        for part in node.elts:
            yield from _parts(part)
    elif isinstance(node, ast.Starred):
        yield from _parts(node.value)
    else:
        yield node.elt if isinstance(node, _COMPREHENSIONS) else node


def _bound(function: ast.AST, name: str) -> Iterator[ast.expr]:
    """What a name is bound to in a function, and what is added to it."""
    for part in walk(function):
        if isinstance(part, ast.Assign | ast.AnnAssign) and part.value and bound_name(part, part.value) == name:
            yield part.value
        elif isinstance(part, ast.Call) and known.chain(part.func) in {f"{name}.append", f"{name}.add"}:
            yield from part.args


def _settle(seen: Seen, call: ast.Call, where: ast.expr) -> None:
    """What a function gives is awaited: remember it of the parameter, the element or the attribute that has it."""
    if isinstance(call.func, ast.Attribute):
        seen.awaited_blindly.add(call.func.attr)
    for site in sites_in(seen.only_declared[call]):
        uses = [Use("scheduled", where)]
        site.results.append(Site("result", call, name=site.name, uses=uses))
