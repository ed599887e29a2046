"""Operators: arithmetic in the order that Python gives it, conditions, comparisons, and `await`.

The grammar ranks ``^`` above ``&`` and ``**`` above ``await``, so chains are taken apart and put together here. That is
also what keeps a sum of thousands of terms off the stack.
"""

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
    expression,
    parts,
)
from duotone.analyzer.parsing.grammar.language import ids

__all__: list[str] = []

_CHAINED = frozenset(ids("binary_operator", "union_type"))
_TYPE = frozenset(ids("type"))
_BOOLEAN = frozenset(ids("boolean_operator"))


def _by_kind(operators: dict[str, ast.AST]) -> dict[int, ast.AST]:
    return {kind: operator for name, operator in operators.items() for kind in ids(name, is_named=False)}


_BINARY = {
    "|": (1, ast.BitOr()),
    "^": (2, ast.BitXor()),
    "&": (3, ast.BitAnd()),
    "<<": (4, ast.LShift()),
    ">>": (4, ast.RShift()),
    "+": (5, ast.Add()),
    "-": (5, ast.Sub()),
    "*": (6, ast.Mult()),
    "@": (6, ast.MatMult()),
    "/": (6, ast.Div()),
    "//": (6, ast.FloorDiv()),
    "%": (6, ast.Mod()),
    "**": (7, ast.Pow()),
}
_POWER = 7
_RANKS = {kind: rank for name, (rank, _) in _BINARY.items() for kind in ids(name, is_named=False)}
_OPERATORS = _by_kind({name: operator for name, (_, operator) in _BINARY.items()})
_UNARY = _by_kind({"+": ast.UAdd(), "-": ast.USub(), "~": ast.Invert()})
_BOOLEANS = _by_kind({"and": ast.And(), "or": ast.Or()})
_NOT = ast.Not()
_COMPARISONS = _by_kind(
    {
        "<": ast.Lt(),
        "<=": ast.LtE(),
        "==": ast.Eq(),
        "!=": ast.NotEq(),
        ">=": ast.GtE(),
        ">": ast.Gt(),
        "in": ast.In(),
        "not in": ast.NotIn(),
        "is": ast.Is(),
        "is not": ast.IsNot(),
    }
)


def _sides(node: Node) -> list[Node]:
    children = node.children
    if len(children) != 3:  # noqa: PLR2004  # left, operator, right
        children = parts(node)
    return children


@expression("binary_operator", "union_type")
def _binary(source: Source, node: Node) -> ast.expr:
    left, operator, right = _sides(node)
    left_kind, right_kind = left.kind_id, right.kind_id
    if left_kind in _CHAINED or right_kind in _CHAINED or left_kind in _TYPE:
        return _climb(source, _flatten(node))
    return build(
        ast.BinOp,
        node,
        left=EXPRESSIONS[left_kind](source, left),
        op=_OPERATORS[operator.kind_id],
        right=EXPRESSIONS[right_kind](source, right),
    )


def _flatten(node: Node) -> list[Node]:
    """Operands and operators of a chain, in turn, as they are written."""
    found: list[Node] = []
    waiting = [node]
    while waiting:
        node = waiting.pop()
        kind = node.kind_id
        if kind in _CHAINED:
            waiting.extend(reversed(_sides(node)))
        elif kind in _TYPE:
            waiting.append(node.named_children[0])
        else:
            found.append(node)
    if len(found) > 2 * DEEPEST:
        raise Broken(found[0], "too many operators in one expression")
    return found


def _climb(source: Source, chain: list[Node], first: tuple[ast.expr, Point] | None = None) -> ast.expr:
    """Put a chain together; `first` stands for its first operand, with the place where it starts."""
    values: list[tuple[ast.expr, Point, Point]] = []
    operators: list[Node] = []

    def reduce() -> None:
        (left, start, _), (right, _, end) = values[-2:]
        op = _OPERATORS[operators.pop().kind_id]
        values[-2:] = [(build_between(ast.BinOp, start, end, left=left, op=op, right=right), start, end)]

    for index, node in enumerate(chain):
        kind = node.kind_id
        if index % 2:
            rank = _RANKS[kind]
            while operators and (above := _RANKS[operators[-1].kind_id]) >= rank and (above, rank) != (_POWER, _POWER):
                reduce()
            operators.append(node)
        elif index or first is None:
            values.append((EXPRESSIONS[kind](source, node), node.start_point, node.end_point))
        else:
            values.append((*first, node.end_point))
    while operators:
        reduce()
    return values[0][0]


@expression("await")
def _await(source: Source, node: Node) -> ast.expr:
    awaited = parts(node)[1]
    if awaited.kind_id not in _CHAINED:
        return build(ast.Await, node, value=EXPRESSIONS[awaited.kind_id](source, awaited))
    chain = _flatten(awaited)
    base = chain[0]
    value = EXPRESSIONS[base.kind_id](source, base)
    start = node.start_point
    return _climb(source, chain, (build_between(ast.Await, start, base.end_point, value=value), start))


@expression("unary_operator")
def _unary(source: Source, node: Node) -> ast.expr:
    operator, operand = parts(node)
    return build(ast.UnaryOp, node, op=_UNARY[operator.kind_id], operand=EXPRESSIONS[operand.kind_id](source, operand))


@expression("not_operator")
def _not(source: Source, node: Node) -> ast.expr:
    operand = parts(node)[1]
    return build(ast.UnaryOp, node, op=_NOT, operand=EXPRESSIONS[operand.kind_id](source, operand))


@expression("boolean_operator")
def _boolean(source: Source, node: Node) -> ast.expr:
    left, operator, right = _sides(node)
    kind = operator.kind_id
    operands = [right]
    while left.kind_id in _BOOLEAN:
        inner_left, operator, inner_right = _sides(left)
        if operator.kind_id != kind:
            break
        operands.append(inner_right)
        left = inner_left
    operands.append(left)
    values = [EXPRESSIONS[operand.kind_id](source, operand) for operand in reversed(operands)]
    return build(ast.BoolOp, node, op=_BOOLEANS[kind], values=values)


@expression("comparison_operator")
def _comparison(source: Source, node: Node) -> ast.expr:
    children = parts(node)
    operators = children[1::2]
    first, *others = [EXPRESSIONS[operand.kind_id](source, operand) for operand in children[::2]]
    try:
        ops = [_COMPARISONS[operator.kind_id] for operator in operators]
    except KeyError:
        raise Broken(node) from None
    return build(ast.Compare, node, left=first, ops=ops, comparators=others)


@expression("conditional_expression")
def _conditional(source: Source, node: Node) -> ast.expr:
    body, _, test, _, orelse = parts(node)
    return build(
        ast.IfExp,
        node,
        test=EXPRESSIONS[test.kind_id](source, test),
        body=EXPRESSIONS[body.kind_id](source, body),
        orelse=EXPRESSIONS[orelse.kind_id](source, orelse),
    )
