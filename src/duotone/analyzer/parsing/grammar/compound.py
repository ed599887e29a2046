"""Statements that hold others: `if`, loops, `with`, `try` and `match`."""

from __future__ import annotations

import ast

from tree_sitter import Node

from duotone.analyzer.parsing.grammar.building import (
    DEEPEST,
    EXPRESSIONS,
    Broken,
    Point,
    Source,
    build,
    build_between,
    field,
    parts,
    set_context,
    statement,
)
from duotone.analyzer.parsing.grammar.expressions import sequence
from duotone.analyzer.parsing.grammar.language import field_id, ids
from duotone.analyzer.parsing.grammar.patterns import patterns_of
from duotone.analyzer.parsing.grammar.suites import header, suite

__all__: list[str] = []

_STORE = ast.Store()

_ASYNC = frozenset(ids("async", is_named=False))
_ELIF = frozenset(ids("elif_clause"))
_ELSE = frozenset(ids("else_clause"))
_CASE = frozenset(ids("case_clause"))
_COLON = frozenset(ids(":", is_named=False))
_IF_CLAUSE = frozenset(ids("if_clause"))

_ALTERNATIVE = field_id("alternative")
_BODY = field_id("body")
_CONDITION = field_id("condition")
_CONSEQUENCE = field_id("consequence")
_LEFT = field_id("left")
_RIGHT = field_id("right")


@statement("if_statement")
def _if(source: Source, node: Node) -> ast.stmt:
    clauses = [node, *(child for child in node.children if child.kind_id in _ELIF | _ELSE)]
    if any(clause.kind_id in _ELSE for clause in clauses[:-1]):
        raise Broken(node)
    if len(clauses) > DEEPEST:
        raise Broken(node, "too many branches in one statement")
    orelse: list[ast.stmt] = []
    end: Point | None = None
    if clauses[-1].kind_id in _ELSE:
        clause = clauses.pop()
        orelse, end = suite(source, clause.child_by_field_id(_BODY), clause)
    # From the last to the first, since each holds all that follow it.
    for clause in reversed(clauses):
        body, body_end = suite(source, clause.child_by_field_id(_CONSEQUENCE), clause)
        end = end or body_end
        test = header(source, clause.child_by_field_id(_CONDITION), clause)
        orelse = [build_between(ast.If, clause.start_point, end, test=test, body=body, orelse=orelse)]
    return orelse[0]


def _orelse(source: Source, node: Node, end: Point) -> tuple[list[ast.stmt], Point]:
    clause = node.child_by_field_id(_ALTERNATIVE)
    if clause is None:
        return [], end
    return suite(source, clause.child_by_field_id(_BODY), clause)


@statement("while_statement")
def _while(source: Source, node: Node) -> ast.stmt:
    test = header(source, node.child_by_field_id(_CONDITION), node)
    body, end = suite(source, node.child_by_field_id(_BODY), node)
    orelse, end = _orelse(source, node, end)
    return build_between(ast.While, node.start_point, end, test=test, body=body, orelse=orelse)


@statement("for_statement")
def _for(source: Source, node: Node) -> ast.stmt:
    left = field(node, _LEFT)
    if left.has_error:
        raise Broken(left)
    target = set_context(source, left, EXPRESSIONS[left.kind_id](source, left), _STORE)
    iterable = header(source, node.child_by_field_id(_RIGHT), node)
    body, end = suite(source, node.child_by_field_id(_BODY), node)
    orelse, end = _orelse(source, node, end)
    kind = ast.AsyncFor if node.children[0].kind_id in _ASYNC else ast.For
    return build_between(kind, node.start_point, end, target=target, iter=iterable, body=body, orelse=orelse)


@statement("match_statement")
def _match(source: Source, node: Node) -> ast.stmt:
    children = parts(node)
    colon = next((index for index, child in enumerate(children) if child.kind_id in _COLON), 0)
    subjects = children[1:colon]
    if not subjects or any(child.has_error for child in subjects):
        raise Broken(node)
    subject = sequence(source, subjects)
    cases: list[ast.match_case] = []
    end: Point = node.end_point
    clauses = [child for child in field(node, _BODY).children if child.kind_id in _CASE]
    if not clauses:
        raise Broken(node, "expected an indented block")
    for clause in clauses:
        case, end = _case(source, clause)
        cases.append(case)
    return build_between(ast.Match, node.start_point, end, subject=subject, cases=cases)


def _case(source: Source, node: Node) -> tuple[ast.match_case, Point]:
    children = parts(node)
    guard: ast.expr | None = None
    patterns: list[Node] = []
    for child in children[1:]:
        if child.kind_id in _COLON:
            break
        if child.kind_id in _IF_CLAUSE:
            guard = header(source, parts(child)[1], child)
        else:
            patterns.append(child)
    pattern = _pattern(source, node, patterns)
    body, end = suite(source, node.child_by_field_id(_CONSEQUENCE), node)
    return ast.match_case(pattern=pattern, guard=guard, body=body), end


def _pattern(source: Source, node: Node, children: list[Node]) -> ast.pattern:
    """What a case matches; a wildcard stands for a broken pattern, so that the body can be kept."""
    if children and not any(child.has_error for child in children):
        try:
            return patterns_of(source, children)
        except Broken as broken:
            source.broken.append(broken)
    return build(ast.MatchAs, children[0] if children else node, pattern=None, name=None)
