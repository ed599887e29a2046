"""Statements that hold no others: expressions, assignments, `return`, `raise`, `del` and the like."""

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
    field,
    parts,
    set_context,
    statement,
)
from duotone.analyzer.parsing.grammar.hints import type_parameters_of
from duotone.analyzer.parsing.grammar.language import EXTRAS, field_id, ids

__all__: list[str] = []

_STORE = ast.Store()
_DEL = ast.Del()

_ASSIGNMENT = frozenset(ids("assignment"))
_AUGMENTED = frozenset(ids("augmented_assignment"))
_IDENTIFIER = frozenset(ids("identifier"))
_TUPLE = frozenset(ids("expression_list"))
_CHEVRON = frozenset(ids("chevron"))
_GENERIC = frozenset(ids("generic_type"))

_LEFT = field_id("left")
_RIGHT = field_id("right")
_TYPE = field_id("type")
_CAUSE = field_id("cause")

_AUGMENTED_OPERATORS = {
    kind: operator
    for name, operator in {
        "+=": ast.Add(),
        "-=": ast.Sub(),
        "*=": ast.Mult(),
        "/=": ast.Div(),
        "@=": ast.MatMult(),
        "//=": ast.FloorDiv(),
        "%=": ast.Mod(),
        "**=": ast.Pow(),
        ">>=": ast.RShift(),
        "<<=": ast.LShift(),
        "&=": ast.BitAnd(),
        "^=": ast.BitXor(),
        "|=": ast.BitOr(),
    }.items()
    for kind in ids(name, is_named=False)
}


@statement("expression_statement")
def _expression(source: Source, node: Node) -> ast.stmt:
    children = node.children
    first = children[0]
    kind = first.kind_id
    if len(children) > 1:
        elements = [child for child in node.named_children if child.kind_id not in EXTRAS]
        elts = [EXPRESSIONS[child.kind_id](source, child) for child in elements]
        return build(ast.Expr, node, value=build(ast.Tuple, node, elts=elts, ctx=LOAD))
    if kind in _ASSIGNMENT:
        return _assignment(source, first)
    if kind in _AUGMENTED:
        return _augmented(source, first)
    return build(ast.Expr, node, value=EXPRESSIONS[kind](source, first))


def _target(source: Source, node: Node) -> ast.expr:
    return set_context(source, node, EXPRESSIONS[node.kind_id](source, node), _STORE)


def _assignment(source: Source, node: Node) -> ast.stmt:
    whole = node
    if node.child_by_field_id(_TYPE) is not None:
        return _annotated(source, node)
    targets: list[ast.expr] = []
    value = node
    while value.kind_id in _ASSIGNMENT:
        children = parts(value)
        if len(children) != 3:  # noqa: PLR2004  # left, `=`, right
            raise Broken(value)
        left, _, value = children
        targets.append(_target(source, left))
    return build(ast.Assign, whole, targets=targets, value=EXPRESSIONS[value.kind_id](source, value))


def _annotated(source: Source, node: Node) -> ast.stmt:
    left, annotation, right = field(node, _LEFT), field(node, _TYPE), node.child_by_field_id(_RIGHT)
    return build(
        ast.AnnAssign,
        node,
        target=_target(source, left),
        annotation=EXPRESSIONS[annotation.kind_id](source, annotation),
        value=None if right is None else EXPRESSIONS[right.kind_id](source, right),
        simple=int(left.kind_id in _IDENTIFIER),
    )


def _augmented(source: Source, node: Node) -> ast.stmt:
    left, operator, right = parts(node)
    return build(
        ast.AugAssign,
        node,
        target=_target(source, left),
        op=_AUGMENTED_OPERATORS[operator.kind_id],
        value=EXPRESSIONS[right.kind_id](source, right),
    )


@statement("return_statement")
def _return(source: Source, node: Node) -> ast.stmt:
    children = parts(node)
    value = EXPRESSIONS[children[1].kind_id](source, children[1]) if len(children) > 1 else None
    return build(ast.Return, node, value=value)


@statement("delete_statement")
def _delete(source: Source, node: Node) -> ast.stmt:
    deleted = parts(node)[1]
    targets = parts(deleted)[::2] if deleted.kind_id in _TUPLE else [deleted]
    return build(
        ast.Delete,
        node,
        targets=[set_context(source, target, EXPRESSIONS[target.kind_id](source, target), _DEL) for target in targets],
    )


@statement("raise_statement")
def _raise(source: Source, node: Node) -> ast.stmt:
    children = parts(node)
    cause = node.child_by_field_id(_CAUSE)
    raised = children[1] if len(children) > 1 else None
    if raised is not None and raised.kind_id in _TUPLE:
        raise Broken(raised)
    return build(
        ast.Raise,
        node,
        exc=None if raised is None else EXPRESSIONS[raised.kind_id](source, raised),
        cause=None if cause is None else EXPRESSIONS[cause.kind_id](source, cause),
    )


@statement("assert_statement")
def _assert(source: Source, node: Node) -> ast.stmt:
    values = [EXPRESSIONS[child.kind_id](source, child) for child in parts(node)[1::2]]
    if len(values) > 2:  # noqa: PLR2004  # the test and its message
        raise Broken(node)
    return build(ast.Assert, node, test=values[0], msg=values[1] if len(values) > 1 else None)


@statement("pass_statement")
def _pass(_source: Source, node: Node) -> ast.stmt:
    return build(ast.Pass, node)


@statement("break_statement")
def _break(_source: Source, node: Node) -> ast.stmt:
    return build(ast.Break, node)


@statement("continue_statement")
def _continue(_source: Source, node: Node) -> ast.stmt:
    return build(ast.Continue, node)


@statement("global_statement")
def _global(source: Source, node: Node) -> ast.stmt:
    return build(ast.Global, node, names=[source.name(child) for child in parts(node)[1::2]])


@statement("nonlocal_statement")
def _nonlocal(source: Source, node: Node) -> ast.stmt:
    return build(ast.Nonlocal, node, names=[source.name(child) for child in parts(node)[1::2]])


@statement("type_alias_statement")
def _type_alias(source: Source, node: Node) -> ast.stmt:
    source.need(3, 12)
    _, left, _, right = parts(node)
    name = parts(left)[0]
    parameters = None
    if name.kind_id in _GENERIC:
        name, parameters = parts(name)
    return build(
        nodes.TypeAlias,
        node,
        name=_target(source, name),
        type_params=type_parameters_of(source, parameters),
        value=EXPRESSIONS[right.kind_id](source, right),
    )


@statement("print_statement")
def _print(source: Source, node: Node) -> ast.stmt:
    """Refuse Python 2; only ``print >>file, text`` is an expression today, and no good one."""
    name, chevron, *others = parts(node)
    if chevron.kind_id not in _CHEVRON:
        raise Broken(node, "Missing parentheses in call to 'print'. Did you mean print(...)?")
    shifted = parts(chevron)[1]
    value: ast.expr = build_between(
        ast.BinOp,
        name.start_point,
        chevron.end_point,
        left=build(ast.Name, name, id="print", ctx=LOAD),
        op=ast.RShift(),
        right=EXPRESSIONS[shifted.kind_id](source, shifted),
    )
    if others:
        elts = [value, *(EXPRESSIONS[child.kind_id](source, child) for child in others[1::2])]
        value = build(ast.Tuple, node, elts=elts, ctx=LOAD)
    return build(ast.Expr, node, value=value)


@statement("exec_statement")
def _exec(_source: Source, node: Node) -> ast.stmt:
    raise Broken(node, "Missing parentheses in call to 'exec'. Did you mean exec(...)?")
