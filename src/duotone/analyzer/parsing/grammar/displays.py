"""Tuples, lists, sets and dictionaries, written out or as comprehensions."""

from __future__ import annotations

import ast

from tree_sitter import Node

from duotone.analyzer.parsing.grammar.building import (
    EXPRESSIONS,
    LOAD,
    Broken,
    Source,
    build,
    expression,
    parts,
    set_context,
)
from duotone.analyzer.parsing.grammar.language import EXTRAS, ids

__all__: list[str] = []

_STORE = ast.Store()
_COMMA = frozenset(ids(",", is_named=False))
_ASYNC = frozenset(ids("async", is_named=False))
_FOR_CLAUSE = frozenset(ids("for_in_clause"))
_IF_CLAUSE = frozenset(ids("if_clause"))
_PAIR = frozenset(ids("pair"))


def _elements(source: Source, node: Node) -> list[ast.expr]:
    return [EXPRESSIONS[kind](source, child) for child in node.named_children if (kind := child.kind_id) not in EXTRAS]


@expression("tuple", "expression_list", "pattern_list")
def _tuple(source: Source, node: Node) -> ast.expr:
    return build(ast.Tuple, node, elts=_elements(source, node), ctx=LOAD)


@expression("list", "list_pattern")
def _list(source: Source, node: Node) -> ast.expr:
    return build(ast.List, node, elts=_elements(source, node), ctx=LOAD)


@expression("set")
def _set(source: Source, node: Node) -> ast.expr:
    return build(ast.Set, node, elts=_elements(source, node))


@expression("tuple_pattern")
def _tuple_pattern(source: Source, node: Node) -> ast.expr:
    elements = _elements(source, node)
    if len(elements) == 1 and not any(child.kind_id in _COMMA for child in node.children):
        return elements[0]
    return build(ast.Tuple, node, elts=elements, ctx=LOAD)


@expression("dictionary")
def _dictionary(source: Source, node: Node) -> ast.expr:
    keys: list[ast.expr | None] = []
    values: list[ast.expr] = []
    for child in node.named_children:
        kind = child.kind_id
        if kind in EXTRAS:
            continue
        children = parts(child)
        value = children[-1]
        if kind in _PAIR:
            key = children[0]
            keys.append(EXPRESSIONS[key.kind_id](source, key))
        else:
            keys.append(None)
        values.append(EXPRESSIONS[value.kind_id](source, value))
    return build(ast.Dict, node, keys=keys, values=values)


@expression("list_comprehension")
def _list_comprehension(source: Source, node: Node) -> ast.expr:
    element, generators = _comprehension(source, node)
    return build(ast.ListComp, node, elt=EXPRESSIONS[element.kind_id](source, element), generators=generators)


@expression("set_comprehension")
def _set_comprehension(source: Source, node: Node) -> ast.expr:
    element, generators = _comprehension(source, node)
    return build(ast.SetComp, node, elt=EXPRESSIONS[element.kind_id](source, element), generators=generators)


@expression("generator_expression")
def _generator(source: Source, node: Node) -> ast.expr:
    element, generators = _comprehension(source, node)
    return build(ast.GeneratorExp, node, elt=EXPRESSIONS[element.kind_id](source, element), generators=generators)


@expression("dictionary_comprehension")
def _dictionary_comprehension(source: Source, node: Node) -> ast.expr:
    element, generators = _comprehension(source, node)
    key, _, value = parts(element)
    return build(
        ast.DictComp,
        node,
        key=EXPRESSIONS[key.kind_id](source, key),
        value=EXPRESSIONS[value.kind_id](source, value),
        generators=generators,
    )


def _comprehension(source: Source, node: Node) -> tuple[Node, list[ast.comprehension]]:
    element, *clauses = [child for child in node.named_children if child.kind_id not in EXTRAS]
    generators: list[ast.comprehension] = []
    for clause in clauses:
        if clause.kind_id in _FOR_CLAUSE:
            generators.append(_for_clause(source, clause))
        elif clause.kind_id in _IF_CLAUSE and generators:
            test = parts(clause)[1]
            generators[-1].ifs.append(EXPRESSIONS[test.kind_id](source, test))
        else:
            raise Broken(clause)
    return element, generators


def _for_clause(source: Source, node: Node) -> ast.comprehension:
    children = parts(node)
    is_async = children[0].kind_id in _ASYNC
    if len(children) != 4 + is_async:
        raise Broken(node)
    target, _, iterable = children[-3:]
    return ast.comprehension(
        target=set_context(source, target, EXPRESSIONS[target.kind_id](source, target), _STORE),
        iter=EXPRESSIONS[iterable.kind_id](source, iterable),
        ifs=[],
        is_async=int(is_async),
    )
