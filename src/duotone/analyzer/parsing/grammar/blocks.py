"""`with` and `try` statements."""

from __future__ import annotations

import ast

from tree_sitter import Node

from duotone.analyzer.parsing.grammar.building import (
    EXPRESSIONS,
    LOAD,
    Broken,
    Point,
    Source,
    build_between,
    parts,
    set_context,
    statement,
)
from duotone.analyzer.parsing.grammar.language import field_id, ids
from duotone.analyzer.parsing.grammar.suites import header, suite

__all__: list[str] = []

_STORE = ast.Store()

_AS = frozenset(ids("as_pattern"))
_ASYNC = frozenset(ids("async", is_named=False))
_BLOCK = frozenset(ids("block"))
_COLON = frozenset(ids(":", is_named=False))
_COMMA = frozenset(ids(",", is_named=False))
_ELSE = frozenset(ids("else_clause"))
_EXCEPT = frozenset(ids("except_clause"))
_EXCEPT_WORDS = frozenset(ids("except", "as", is_named=False))
_FINALLY = frozenset(ids("finally_clause"))
_PARENTHESIZED = frozenset(ids("parenthesized_expression"))
_STAR = frozenset(ids("*", is_named=False))
_TUPLE = frozenset(ids("tuple"))
_WITH_CLAUSE = frozenset(ids("with_clause"))
_WITH_ITEM = frozenset(ids("with_item"))

_ALIAS = field_id("alias")
_BODY = field_id("body")


@statement("with_statement")
def _with(source: Source, node: Node) -> ast.stmt:
    items: list[ast.withitem] = []
    for clause in node.children:
        if clause.kind_id in _WITH_CLAUSE:
            found = [child for child in clause.children if child.kind_id in _WITH_ITEM]
            items = [_item(source, child, is_alone=len(found) == 1) for child in found]
    if not items:
        raise Broken(node)
    body, end = suite(source, node.child_by_field_id(_BODY), node)
    kind = ast.AsyncWith if node.children[0].kind_id in _ASYNC else ast.With
    return build_between(kind, node.start_point, end, items=items, body=body)


def _item(source: Source, node: Node, *, is_alone: bool) -> ast.withitem:
    value = parts(node)[0]
    if node.has_error:
        return ast.withitem(context_expr=header(source, value, node), optional_vars=None)
    # `with (a as b):` and `with (a,):`, which the grammar takes for expressions.
    is_tuple = is_alone and value.kind_id in _TUPLE and value.named_child_count == 1
    if is_tuple or (value.kind_id in _PARENTHESIZED and parts(value)[1].kind_id in _AS):
        value = parts(value)[1]
    if value.kind_id not in _AS:
        return ast.withitem(context_expr=header(source, value, node), optional_vars=None)
    context, _, target = parts(value)
    return ast.withitem(
        context_expr=header(source, context, node),
        optional_vars=set_context(source, target, EXPRESSIONS[target.kind_id](source, target), _STORE),
    )


@statement("try_statement")
def _try(source: Source, node: Node) -> ast.stmt:
    if not any(child.kind_id in _EXCEPT | _FINALLY for child in node.children):
        raise Broken(node, "expected 'except' or 'finally' block")
    body, end = suite(source, node.child_by_field_id(_BODY), node)
    handlers: list[ast.ExceptHandler] = []
    orelse: list[ast.stmt] = []
    finalbody: list[ast.stmt] = []
    kind: type[ast.Try | ast.TryStar] = ast.Try
    for clause in node.children:
        if clause.kind_id in _EXCEPT:
            handler, is_star, end = _handler(source, clause)
            handlers.append(handler)
            if is_star:
                kind = ast.TryStar
        elif clause.kind_id in _ELSE:
            orelse, end = suite(source, clause.child_by_field_id(_BODY), clause)
        elif clause.kind_id in _FINALLY:
            finalbody, end = suite(source, _block(clause), clause)
    return build_between(kind, node.start_point, end, body=body, handlers=handlers, orelse=orelse, finalbody=finalbody)


def _block(node: Node) -> Node | None:
    return next((child for child in reversed(node.children) if child.kind_id in _BLOCK), None)


def _handler(source: Source, node: Node) -> tuple[ast.ExceptHandler, bool, Point]:
    caught: list[Node] = []
    is_star = False
    for child in parts(node):
        kind = child.kind_id
        if kind in _COLON:
            break
        if kind in _STAR:
            is_star = True
        elif kind not in _EXCEPT_WORDS:
            caught.append(child)
    type_, name = _caught(source, node, caught)
    body, end = suite(source, _block(node), node)
    made = build_between(ast.ExceptHandler, node.start_point, end, type=type_, name=name, body=body)
    return made, is_star, end


def _caught(source: Source, node: Node, caught: list[Node]) -> tuple[ast.expr | None, str | None]:
    """What an `except` catches, and the name it is given."""
    if not caught:
        return None, None
    first, last = caught[0], caught[-1]
    if any(child.kind_id in _COMMA for child in caught):
        source.need(3, 14)
        elts = [header(source, child, node) for child in caught if child.kind_id not in _COMMA]
        return build_between(ast.Tuple, first.start_point, last.end_point, elts=elts, ctx=LOAD), None
    alias = node.child_by_field_id(_ALIAS)
    if first.kind_id in _AS and not first.has_error:
        first, _, alias = parts(first)
        alias = parts(alias)[0]
    name = alias is not None and source.data[alias.start_byte : alias.end_byte]
    return header(source, first, node), source.names[name] if name else None
