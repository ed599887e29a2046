"""What the grammar reads as types where Python has plain expressions, and the type parameters of PEP 695 and 696."""

from __future__ import annotations

import ast

from tree_sitter import Node

from duotone.analyzer.parsing import nodes
from duotone.analyzer.parsing.grammar.building import (
    EXPRESSIONS,
    LOAD,
    Broken,
    Source,
    build,
    build_between,
    expression,
    parts,
)
from duotone.analyzer.parsing.grammar.expressions import sequence
from duotone.analyzer.parsing.grammar.language import EXTRAS, ids
from duotone.analyzer.parsing.grammar.stars import outermost

__all__ = ["type_parameters_of"]

_TYPE = frozenset(ids("type"))
_CONSTRAINED = frozenset(ids("constrained_type"))
_SPLAT = frozenset(ids("splat_type", "list_splat"))
_IDENTIFIER = frozenset(ids("identifier"))
_DOUBLE_STAR = frozenset(ids("**", is_named=False))


@expression("type", "as_pattern_target")
def _type(source: Source, node: Node) -> ast.expr:
    inner = parts(node)[0]
    return EXPRESSIONS[inner.kind_id](source, inner)


@expression("generic_type")
def _generic(source: Source, node: Node) -> ast.expr:
    name, arguments = parts(node)
    return build(
        ast.Subscript,
        node,
        value=EXPRESSIONS[name.kind_id](source, name),
        slice=sequence(source, parts(arguments)[1:-1]),
        ctx=LOAD,
    )


@expression("constrained_type")
def _slice(source: Source, node: Node) -> ast.expr:
    bounds = [EXPRESSIONS[part.kind_id](source, part) for part, _ in _bounds(node)]
    lower, upper, step = (*bounds, None)[:3]
    return build(ast.Slice, node, lower=lower, upper=upper, step=step)


@expression("splat_type")
def _splat(source: Source, node: Node) -> ast.expr:
    star, name = parts(node)
    if star.kind_id in _DOUBLE_STAR:
        raise Broken(node)
    return build(ast.Starred, node, value=EXPRESSIONS[name.kind_id](source, name), ctx=LOAD)


def _bounds(node: Node) -> list[tuple[Node, int]]:
    """What the colons of a constrained type separate, each with the place of the colon before it."""
    found: list[tuple[Node, int]] = []
    colon = -1
    while True:
        node = _unwrapped(node)
        if node.kind_id not in _CONSTRAINED:
            found.append((node, colon))
            return found
        first, mark, node = parts(node)
        found.append((_unwrapped(first), colon))
        colon = mark.start_byte


def _unwrapped(node: Node) -> Node:
    while node.kind_id in _TYPE:
        node = parts(node)[0]
    return node


def type_parameters_of(source: Source, node: Node | None) -> list[nodes.type_param]:
    """The parameters between the brackets of a definition."""
    if node is None:
        return []
    source.need(3, 12)
    return [_parameter(source, child) for child in node.named_children if child.kind_id not in EXTRAS]


def _parameter(source: Source, node: Node) -> nodes.type_param:
    (head, _), *rest = _bounds(node)
    bound: ast.expr | None = None
    default: ast.expr | None = None
    for part, mark in rest:
        value = outermost(source, EXPRESSIONS[part.kind_id](source, part))
        if mark in source.defaults:
            source.need(3, 13)
            default = value
        else:
            bound = value
    end = rest[-1][0].end_point if rest else head.end_point
    kind: type[nodes.type_param] = nodes.TypeVar
    name = head
    fields = {"bound": bound}
    if head.kind_id in _SPLAT:
        star, name = parts(head)
        kind = nodes.ParamSpec if star.kind_id in _DOUBLE_STAR else nodes.TypeVarTuple
        fields = {}
    if name.kind_id not in _IDENTIFIER:
        raise Broken(node)
    return build_between(kind, node.start_point, end, name=source.name(name), default_value=default, **fields)
