"""The patterns of `match` statements."""

from __future__ import annotations

import ast
from collections.abc import Callable

from tree_sitter import Node

from duotone.analyzer.parsing.grammar.building import (
    EXPRESSIONS,
    Broken,
    Source,
    build,
    build_between,
    parts,
)
from duotone.analyzer.parsing.grammar.language import ids

__all__ = ["pattern_of", "patterns_of"]

_COMMA = frozenset(ids(",", is_named=False))
_COLON = frozenset(ids(":", is_named=False))
_MINUS = frozenset(ids("-", is_named=False))
_BAR = frozenset(ids("|", is_named=False))
_WILDCARD = frozenset(ids("_", is_named=False))
_DOTTED = frozenset(ids("dotted_name"))
_SPLAT = frozenset(ids("splat_pattern"))
_AS = frozenset(ids("as_pattern"))
_CASE = frozenset(ids("case_pattern"))
_KEYWORD = frozenset(ids("keyword_pattern"))
_NUMBERS = frozenset(ids("integer", "float"))
_VALUES = frozenset(ids("string", "concatenated_string", "integer", "float"))
_SINGLETONS = frozenset(ids("true", "false", "none"))

_SUB = ast.USub()


def patterns_of(source: Source, children: list[Node]) -> ast.pattern:
    """What stands after `case`: one pattern, or several with commas, which are a sequence without brackets."""
    if not any(child.kind_id in _COMMA for child in children):
        return pattern_of(source, children)
    return build_between(
        ast.MatchSequence, children[0].start_point, children[-1].end_point, patterns=_listed(source, children)
    )


def _split(children: list[Node], separators: frozenset[int]) -> list[list[Node]]:
    """The runs of nodes between separators; the last one may be empty."""
    groups: list[list[Node]] = [[]]
    for child in children:
        if child.kind_id in separators:
            groups.append([])
        else:
            groups[-1].append(child)
    if not groups[-1]:
        groups.pop()
    return groups


def _listed(source: Source, children: list[Node]) -> list[ast.pattern]:
    return [pattern_of(source, group) for group in _split(children, _COMMA)]


def pattern_of(source: Source, group: list[Node]) -> ast.pattern:
    """The pattern of one node, or of a number with the sign before it."""
    while len(group) == 1 and group[0].kind_id in _CASE:
        group = parts(group[0])
    first = group[0]
    kind = first.kind_id
    if kind in _PATTERNS:
        return _PATTERNS[kind](source, first)
    if kind in _WILDCARD:
        return build(ast.MatchAs, first, pattern=None, name=None)
    if kind in _SINGLETONS:
        constant = EXPRESSIONS[kind](source, first)
        assert isinstance(constant, ast.Constant)
        return build(ast.MatchSingleton, first, value=constant.value)
    value = _value(source, group)
    return build_between(ast.MatchValue, first.start_point, group[-1].end_point, value=value)


def _value(source: Source, group: list[Node]) -> ast.expr:
    first, last = group[0], group[-1]
    if first.kind_id in _MINUS and last.kind_id in _NUMBERS:
        operand = EXPRESSIONS[last.kind_id](source, last)
        return build_between(ast.UnaryOp, first.start_point, last.end_point, op=_SUB, operand=operand)
    if len(group) == 1 and first.kind_id in _VALUES | _DOTTED | _SINGLETONS | _COMPLEX:
        return EXPRESSIONS[first.kind_id](source, first) if first.kind_id not in _COMPLEX else _complex(source, first)
    raise Broken(first)


def _complex(source: Source, node: Node) -> ast.expr:
    *left, operator, right = parts(node)
    return build(
        ast.BinOp,
        node,
        left=_value(source, left),
        op=ast.Sub() if operator.kind_id in _MINUS else ast.Add(),
        right=EXPRESSIONS[right.kind_id](source, right),
    )


_COMPLEX = frozenset(ids("complex_pattern"))


def _name(source: Source, node: Node) -> str | None:
    name = source.name(node)
    return None if name == "_" else name


def _capture(source: Source, node: Node) -> ast.pattern:
    names = node.named_children
    if len(names) > 1:
        return build(ast.MatchValue, node, value=EXPRESSIONS[node.kind_id](source, node))
    return build(ast.MatchAs, node, pattern=None, name=_name(source, names[0]))


def _as(source: Source, node: Node) -> ast.pattern:
    children = parts(node)
    return build(ast.MatchAs, node, pattern=pattern_of(source, children[:-2]), name=source.name(children[-1]))


def _star(source: Source, node: Node) -> ast.pattern:
    return build(ast.MatchStar, node, name=_name(source, parts(node)[1]))


def _or(source: Source, node: Node) -> ast.pattern:
    return build(ast.MatchOr, node, patterns=[pattern_of(source, group) for group in _split(parts(node), _BAR)])


def _list(source: Source, node: Node) -> ast.pattern:
    return build(ast.MatchSequence, node, patterns=_listed(source, parts(node)[1:-1]))


def _group(source: Source, node: Node) -> ast.pattern:
    children = parts(node)[1:-1]
    if children and not any(child.kind_id in _COMMA for child in children):
        inner = pattern_of(source, children)
        if not isinstance(inner, ast.MatchStar):
            return inner
    return build(ast.MatchSequence, node, patterns=_listed(source, children))


def _mapping(source: Source, node: Node) -> ast.pattern:
    keys: list[ast.expr] = []
    patterns: list[ast.pattern] = []
    rest: str | None = None
    for group in _split(parts(node)[1:-1], _COMMA):
        if group[0].kind_id in _SPLAT:
            rest = source.name(parts(group[0])[1])
            continue
        key, value = _split(group, _COLON)
        keys.append(_value(source, key))
        patterns.append(pattern_of(source, value))
    return build(ast.MatchMapping, node, keys=keys, patterns=patterns, rest=rest)


def _class(source: Source, node: Node) -> ast.pattern:
    cls, _, *children, _ = parts(node)
    patterns: list[ast.pattern] = []
    names: list[str] = []
    values: list[ast.pattern] = []
    for group in _split(children, _COMMA):
        keyword = _keyword(source, group[0])
        if keyword is None:
            patterns.append(pattern_of(source, group))
        else:
            names.append(keyword[0])
            values.append(keyword[1])
    return build(
        ast.MatchClass,
        node,
        cls=EXPRESSIONS[cls.kind_id](source, cls),
        patterns=patterns,
        kwd_attrs=names,
        kwd_patterns=values,
    )


def _keyword(source: Source, node: Node) -> tuple[str, ast.pattern] | None:
    """``name=pattern``, also with `as` behind it, which the grammar binds to the whole."""
    while node.kind_id in _CASE:
        node = parts(node)[0]
    if node.kind_id in _KEYWORD:
        name, _, *value = parts(node)
        return source.name(name), pattern_of(source, value)
    if node.kind_id not in _AS:
        return None
    inner, _, alias = parts(node)
    keyword = _keyword(source, inner)
    if keyword is None:
        return None
    attribute, pattern = keyword
    start = (pattern.lineno - 1, pattern.col_offset)
    made = build_between(ast.MatchAs, start, alias.end_point, pattern=pattern, name=source.name(alias))
    return attribute, made


_PATTERNS: dict[int, Callable[[Source, Node], ast.pattern]] = {
    kind: convert
    for name, convert in {
        "dotted_name": _capture,
        "as_pattern": _as,
        "splat_pattern": _star,
        "union_pattern": _or,
        "list_pattern": _list,
        "tuple_pattern": _group,
        "dict_pattern": _mapping,
        "class_pattern": _class,
    }.items()
    for kind in ids(name)
}
