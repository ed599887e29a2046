"""A plain function where its result is awaited: `async` is taken from a function that is awaited or handed over."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from duotone.analyzer.mutate.drafts import Drafts
from duotone.analyzer.mutate.inventory import Definition, Inventory, is_stream, last_name
from duotone.analyzer.mutate.records import Mutation, Spot
from duotone.analyzer.mutate.source import FUNCTIONS, Function, Source, own_nodes

from .needless import is_bare, is_empty

__all__ = ["plant"]

_SUSPENDS = (ast.Await, ast.AsyncFor, ast.AsyncWith)
_EITHER = re.compile(r"is_?(coroutine|awaitable|async)|maybe_?a|inspect")
_ASYNC = re.compile(r"async\s+")


def plant(source: Source, inventory: Inventory) -> Iterator[Mutation]:
    """Yield the coroutine functions that never suspend and whose result is awaited by name, or through a parameter."""
    drafts = Drafts(source, "callback")
    for node in ast.walk(source.tree):
        if not isinstance(node, ast.AsyncFunctionDef) or not _can_be_plain(node):
            continue
        found = _awaited(node, inventory) or _handed_over(source, node, inventory)
        keyword = _ASYNC.match(source.text, source.start(node))
        if found is None or keyword is None:
            continue
        use, way, spots = found
        yield drafts.make(
            node,
            (use, way),
            f"{node.name} is a plain function, and its result is awaited",
            [source.replace(keyword.start(), keyword.end(), "")],
            spots,
        )


def _can_be_plain(node: ast.AsyncFunctionDef) -> bool:
    if not is_bare(node) or is_stream(node) or is_empty(node):
        return False
    return not any(
        isinstance(one, _SUSPENDS) or (isinstance(one, ast.comprehension) and one.is_async) for one in own_nodes(node)
    )


def _awaited(node: Function, inventory: Inventory) -> tuple[str, str, list[Spot]] | None:
    """Return the places, if every use of the name in the tree is an awaited call."""
    definition = inventory.single(node.name)
    spots = inventory.awaited.get(node.name, [])
    if definition is None or not spots or len(spots) != inventory.loads[node.name]:
        return None
    return "awaited", "method" if definition.owner else "function", spots


def _handed_over(source: Source, node: Function, inventory: Inventory) -> tuple[str, str, list[Spot]] | None:
    """Return the places where a function is given to a parameter that the tree calls and awaits: call and argument."""
    scope = next((one for one in source.above(node) if isinstance(one, (*FUNCTIONS, ast.Module))), source.tree)
    nodes = own_nodes(scope) if isinstance(scope, FUNCTIONS) else ast.walk(scope)
    for call in (one for one in nodes if isinstance(one, ast.Call)):
        given = _given(call, node.name)
        if given is None:
            continue
        slot, argument = given
        name = last_name(call.func)
        definition, is_class = _callee(name, inventory)
        if definition is not None and _awaits_parameter(definition, slot, is_class=is_class):
            way = "argument of a class" if is_class else "argument of a function"
            lines = sorted({call.lineno, argument.lineno})
            return "handed over", way, [Spot(source.path, line) for line in lines]
    return None


def _given(call: ast.Call, name: str) -> tuple[int | str, ast.expr] | None:
    """Return the position or keyword at which a call is given a function, and the argument."""
    for position, argument in enumerate(call.args):
        if isinstance(argument, ast.Starred):
            return None
        if isinstance(argument, ast.Name) and argument.id == name:
            return position, argument
    for keyword in call.keywords:
        if keyword.arg is not None and isinstance(keyword.value, ast.Name) and keyword.value.id == name:
            return keyword.arg, keyword.value
    return None


def _callee(name: str, inventory: Inventory) -> tuple[Definition | None, bool]:
    owner = inventory.single_class(name)
    if owner is None:
        return inventory.single(name), False
    methods = [one for one in own_nodes(owner.node) if isinstance(one, FUNCTIONS) and one.name == "__init__"]
    return (Definition(owner.path, methods[0], owner.node) if methods else None), True


def _awaits_parameter(definition: Definition, slot: int | str, *, is_class: bool) -> bool:
    """Whether the callee awaits what it is given there, without looking at its color first."""
    arguments = definition.node.args
    names = [one.arg for one in (*arguments.posonlyargs, *arguments.args)]
    if isinstance(slot, int):
        slot += definition.owner is not None and "staticmethod" not in map(last_name, definition.node.decorator_list)
        if slot >= len(names):
            return False
        slot = names[slot]
    elif slot not in names and slot not in {one.arg for one in arguments.kwonlyargs}:
        return False
    body = definition.owner if is_class and definition.owner else definition.node
    if any(_EITHER.search(last_name(one.func)) for one in ast.walk(body) if isinstance(one, ast.Call)):
        return False
    return _is_awaited_in(body, slot, through_self=is_class)


def _is_awaited_in(body: ast.AST, name: str, *, through_self: bool) -> bool:
    attribute = next((one for one in _stored(body, name)), None) if through_self else None
    for node in ast.walk(body):
        if isinstance(node, ast.Await) and isinstance(node.value, ast.Call):
            function = node.value.func
            if isinstance(function, ast.Name) and function.id == name:
                return True
            if isinstance(function, ast.Attribute) and attribute is not None and function.attr == attribute:
                return True
    return False


def _stored(body: ast.AST, name: str) -> Iterator[str]:
    """Yield the attributes that a parameter is kept in."""
    for node in ast.walk(body):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Name) and node.value.id == name:
            yield from (one.attr for one in node.targets if isinstance(one, ast.Attribute))
