"""Names, attributes, calls, subscripts and the other expressions that aren't operators, displays or literals."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from tree_sitter import Node

from duotone.analyzer.parsing.grammar.building import (
    EXPRESSIONS,
    LOAD,
    Broken,
    Source,
    build,
    build_between,
    expression,
    parts,
    set_context,
)
from duotone.analyzer.parsing.grammar.language import EXTRAS, ids
from duotone.analyzer.parsing.grammar.parameters import parameters_of

__all__ = ["arguments_of", "sequence"]

_STORE = ast.Store()
_STAR = ord("*")
_LIST_SPLAT = frozenset(ids("list_splat"))
_DICTIONARY_SPLAT = frozenset(ids("dictionary_splat"))
_KEYWORD = frozenset(ids("keyword_argument"))
_GENERATOR = frozenset(ids("generator_expression"))
_LAMBDA_PARAMETERS = frozenset(ids("lambda_parameters"))
_COMMA = frozenset(ids(",", is_named=False))
_COLON = frozenset(ids(":", is_named=False))
# What may start with a star; where something else does, the grammar has bound the star to less than Python does.
_STARTS_WITH_STAR = frozenset(ids("expression_list", "expression_statement", "pattern_list", "type"))


@expression("identifier")
def _name(source: Source, node: Node) -> ast.expr:
    raw = source.data[node.start_byte : node.end_byte]
    if not raw:
        raise Broken(node)
    return build(ast.Name, node, id=source.names[raw], ctx=LOAD)


@expression("dotted_name")
def _dotted(source: Source, node: Node) -> ast.expr:
    names = [child for child in node.named_children if child.kind_id not in EXTRAS]
    found: ast.expr = build(ast.Name, names[0], id=source.name(names[0]), ctx=LOAD)
    start = node.start_point
    for name in names[1:]:
        found = build_between(ast.Attribute, start, name.end_point, value=found, attr=source.name(name), ctx=LOAD)
    return found


@expression("attribute", "member_type")
def _attribute(source: Source, node: Node) -> ast.expr:
    children = node.children
    value, name = children[0], children[-1]
    return build(ast.Attribute, node, value=EXPRESSIONS[value.kind_id](source, value), attr=source.name(name), ctx=LOAD)


@expression("call")
def _call(source: Source, node: Node) -> ast.expr:
    children = node.children
    function, arguments = children[0], children[-1]
    func = EXPRESSIONS[function.kind_id](source, function)
    if arguments.kind_id in _GENERATOR:
        return build(ast.Call, node, func=func, args=[EXPRESSIONS[arguments.kind_id](source, arguments)], keywords=[])
    args, keywords = arguments_of(source, arguments)
    return build(ast.Call, node, func=func, args=args, keywords=keywords)


def arguments_of(source: Source, node: Node) -> tuple[list[ast.expr], list[ast.keyword]]:
    """The arguments of a call, or the bases and keywords of a class."""
    args: list[ast.expr] = []
    keywords: list[ast.keyword] = []
    for child in node.named_children:
        kind = child.kind_id
        if kind in EXTRAS:
            continue
        if kind in _KEYWORD:
            name, _, value = parts(child)
            keywords.append(
                build(ast.keyword, child, arg=source.name(name), value=EXPRESSIONS[value.kind_id](source, value))
            )
        elif kind in _DICTIONARY_SPLAT:
            value = parts(child)[1]
            keywords.append(build(ast.keyword, child, arg=None, value=EXPRESSIONS[value.kind_id](source, value)))
        else:
            args.append(EXPRESSIONS[kind](source, child))
    return args, keywords


@expression("subscript")
def _subscript(source: Source, node: Node) -> ast.expr:
    children = parts(node)
    value = children[0]
    return build(
        ast.Subscript,
        node,
        value=EXPRESSIONS[value.kind_id](source, value),
        slice=sequence(source, children[2:-1]),
        ctx=LOAD,
    )


def sequence(source: Source, children: list[Node]) -> ast.expr:
    """What stands between brackets: one item, or a tuple of items when there is a comma or a star."""
    first = children[0]
    if len(children) == 1 and source.data[first.start_byte] != _STAR:
        return EXPRESSIONS[first.kind_id](source, first)
    return build_between(ast.Tuple, first.start_point, children[-1].end_point, elts=_items(source, children), ctx=LOAD)


def _items(source: Source, children: Iterable[Node]) -> list[ast.expr]:
    return [EXPRESSIONS[kind](source, child) for child in children if (kind := child.kind_id) not in _COMMA]


@expression("slice")
def _slice(source: Source, node: Node) -> ast.expr:
    bounds: list[ast.expr | None] = [None]
    for child in parts(node):
        if child.kind_id in _COLON:
            bounds.append(None)
        else:
            bounds[-1] = EXPRESSIONS[child.kind_id](source, child)
    lower, upper, step = (*bounds, None)[:3]
    return build(ast.Slice, node, lower=lower, upper=upper, step=step)


@expression("list_splat", "list_splat_pattern")
def _starred(source: Source, node: Node) -> ast.expr:
    value = parts(node)[1]
    made = build(ast.Starred, node, value=EXPRESSIONS[value.kind_id](source, value), ctx=LOAD)
    parent = node.parent
    if parent is not None and parent.start_byte == node.start_byte and parent.kind_id not in _STARTS_WITH_STAR:
        source.stars[made] = value.start_point
    return made


@expression("parenthesized_expression")
def _parenthesized(source: Source, node: Node) -> ast.expr:
    children = node.children
    inner = children[1] if len(children) == 3 else parts(node)[1]  # noqa: PLR2004  # the parentheses and one between
    if inner.kind_id in _LIST_SPLAT:
        raise Broken(node, "cannot use starred expression here")
    return EXPRESSIONS[inner.kind_id](source, inner)


@expression("named_expression")
def _named(source: Source, node: Node) -> ast.expr:
    name, _, value = parts(node)
    target = set_context(source, name, EXPRESSIONS[name.kind_id](source, name), _STORE)
    return build(ast.NamedExpr, node, target=target, value=EXPRESSIONS[value.kind_id](source, value))


@expression("yield")
def _yield(source: Source, node: Node) -> ast.expr:
    children = parts(node)
    if len(children) == 1:
        return build(ast.Yield, node, value=None)
    last = children[-1]
    value = EXPRESSIONS[last.kind_id](source, last)
    if len(children) > 2:  # noqa: PLR2004  # `yield from` and a value
        return build(ast.YieldFrom, node, value=value)
    return build(ast.Yield, node, value=value)


@expression("lambda")
def _lambda(source: Source, node: Node) -> ast.expr:
    children = parts(node)
    parameters, body = children[1], children[-1]
    args = parameters_of(source, parameters if parameters.kind_id in _LAMBDA_PARAMETERS else None)
    return build(ast.Lambda, node, args=args, body=EXPRESSIONS[body.kind_id](source, body))
