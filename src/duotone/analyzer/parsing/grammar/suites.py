"""Statements in a row: the bodies of everything, with what is broken left out and what is good around it kept."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from tree_sitter import Node

from duotone.analyzer.parsing.grammar.building import (
    EXPRESSIONS,
    STATEMENTS,
    Broken,
    Point,
    Source,
    build,
    build_between,
)
from duotone.analyzer.parsing.grammar.language import ERROR, ids
from duotone.analyzer.parsing.grammar.stars import hoist

__all__ = ["end_of", "header", "statements_of", "suite"]

_SEMICOLON = frozenset(ids(";", is_named=False))
_COMPOUND = frozenset(
    ids(
        "class_definition",
        "decorated_definition",
        "for_statement",
        "function_definition",
        "if_statement",
        "match_statement",
        "try_statement",
        "while_statement",
        "with_statement",
    )
)
_CLAUSES = frozenset(
    (*ids("block", "case_clause", "elif_clause", "else_clause", "except_clause", "finally_clause"), ERROR)
)


def end_of(node: ast.stmt) -> Point:
    """Where a statement ends, with its row counted from 0."""
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    return node.end_lineno - 1, node.end_col_offset


def header(source: Source, node: Node | None, parent: Node) -> ast.expr:
    """An expression of a compound statement; an ellipsis stands for a broken one, so that the body can be kept."""
    if node is None:
        return build_between(ast.Constant, parent.start_point, parent.start_point, value=..., kind=None)
    if not node.has_error and not _has_broken_neighbor(node, parent):
        try:
            return EXPRESSIONS[node.kind_id](source, node)
        except Broken as broken:
            source.broken.append(broken)
    return build(ast.Constant, node, value=..., kind=None)


def _has_broken_neighbor(node: Node, parent: Node) -> bool:
    """Whether something broken stands on the same row, so that the expression may be a part of it only."""
    if not parent.has_error:
        return False
    first, last = node.start_point[0], node.end_point[0]
    return any(
        child.kind_id == ERROR and child.start_point[0] <= last and child.end_point[0] >= first
        for child in parent.children
    )


def suite(source: Source, node: Node | None, parent: Node) -> tuple[list[ast.stmt], Point]:
    """The body of a compound statement, and where it ends; `pass` stands for a body that isn't there."""
    if node is None or node.start_byte == node.end_byte:
        source.broken.append(Broken(parent, "expected an indented block"))
    body, end = statements_of(source, () if node is None else node.children)
    if not body:
        end = parent.end_point if node is None else node.start_point
        body.append(build_between(ast.Pass, end, end))
    return body, end or end_of(body[-1])


def statements_of(source: Source, children: Iterable[Node]) -> tuple[list[ast.stmt], Point | None]:
    """The statements among these nodes, and where the last of them ends, its semicolon included."""
    body: list[ast.stmt] = []
    end: Point | None = None
    broken_row = -1
    for child in children:
        kind = child.kind_id
        if kind in STATEMENTS:
            if broken_row >= 0 and child.start_point[0] == broken_row and kind not in _COMPOUND:
                # It may be the rest of what is broken, as `run()` is of `awai run()`.
                continue
            made = _converted(source, child, kind)
            if made is not None:
                body.append(made)
                end = end_of(made)
            elif kind in _COMPOUND and not source.is_deep:
                body.extend(_salvaged(source, child))
        elif kind in _SEMICOLON:
            end = child.end_point
        elif kind == ERROR:
            broken_row = child.end_point[0]
            _forget_row(body, child.start_point[0])
            body.extend(_salvaged(source, child))
    return body, end


def _converted(source: Source, node: Node, kind: int) -> ast.stmt | None:
    if node.has_error and kind not in _COMPOUND:
        return None
    try:
        made = STATEMENTS[kind](source, node)
    except Broken as broken:
        source.broken.append(broken)
        return None
    except (IndexError, ValueError):
        # What is damaged may have a part too few or too many for what the grammar takes it for.
        source.broken.append(Broken(node))
        return None
    except RecursionError:
        source.is_deep = True
        source.broken.append(Broken(node, "too deeply nested"))
        return None
    if source.stars:
        hoist(source, made)
    return made


def _forget_row(body: list[ast.stmt], row: int) -> None:
    """Leave out a simple statement that ends on a row where something is broken: it may be the start of that."""
    if body and body[-1].lineno == body[-1].end_lineno == row + 1:
        body.pop()


def _salvaged(source: Source, node: Node) -> list[ast.stmt]:
    """The statements inside of something whose own shape is lost."""
    found: list[ast.stmt] = []
    run: list[Node] = []
    for child in node.children:
        if child.kind_id in _CLAUSES:
            found.extend(statements_of(source, run)[0])
            run = []
            found.extend(_salvaged(source, child))
        else:
            run.append(child)
    found.extend(statements_of(source, run)[0])
    return found
