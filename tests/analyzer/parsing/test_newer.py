"""Syntax of Python 3.12 to 3.14, read on every Python from 3.11 up, without a fault."""

from __future__ import annotations

import ast
import gc
import re
import sys

import pytest

from duotone.analyzer.parsing import nodes, parse
from duotone.analyzer.parsing.grammar import convert
from duotone.analyzer.room import without_collector

NEWER = {
    "type X = int": """
        TypeAlias(name=Name(id='X', ctx=Store()), type_params=[], value=Name(id='int', ctx=Load()))
    """,
    "type X[T: int] = T": """
        TypeAlias(name=Name(id='X', ctx=Store()),
            type_params=[TypeVar(name='T', bound=Name(id='int', ctx=Load()))],
            value=Name(id='T', ctx=Load()))
    """,
    "type X[*Ts, **P] = P": """
        TypeAlias(name=Name(id='X', ctx=Store()),
            type_params=[TypeVarTuple(name='Ts'), ParamSpec(name='P')],
            value=Name(id='P', ctx=Load()))
    """,
    "type X[T: A[b] | None = C, *Ts = *D, **P = []] = T": """
        TypeAlias(name=Name(id='X', ctx=Store()),
            type_params=[
                TypeVar(name='T',
                    bound=BinOp(
                        left=Subscript(value=Name(id='A', ctx=Load()), slice=Name(id='b', ctx=Load()), ctx=Load()),
                        op=BitOr(), right=Constant(value=None)),
                    default_value=Name(id='C', ctx=Load())),
                TypeVarTuple(name='Ts', default_value=Starred(value=Name(id='D', ctx=Load()), ctx=Load())),
                ParamSpec(name='P', default_value=List(elts=[], ctx=Load()))],
            value=Name(id='T', ctx=Load()))
    """,
    "f'{a['b']}'": """
        Expr(value=JoinedStr(values=[FormattedValue(
            value=Subscript(value=Name(id='a', ctx=Load()), slice=Constant(value='b'), ctx=Load()), conversion=-1)]))
    """,
    r"f'{'\n'.join(a)}'": r"""
        Expr(value=JoinedStr(values=[FormattedValue(
            value=Call(func=Attribute(value=Constant(value='\n'), attr='join', ctx=Load()),
                args=[Name(id='a', ctx=Load())], keywords=[]), conversion=-1)]))
    """,
    "f'{\n  a  # why\n}'": """
        Expr(value=JoinedStr(values=[FormattedValue(value=Name(id='a', ctx=Load()), conversion=-1)]))
    """,
    "t'a {b!r:>{c}}' t'{d}'": """
        Expr(value=TemplateStr(values=[
            Constant(value='a '),
            Interpolation(value=Name(id='b', ctx=Load()), str='b', conversion=114,
                format_spec=JoinedStr(values=[
                    Constant(value='>'), FormattedValue(value=Name(id='c', ctx=Load()), conversion=-1)])),
            Interpolation(value=Name(id='d', ctx=Load()), str='d', conversion=-1)]))
    """,
    "try: a\nexcept A, B: b": """
        Try(body=[Expr(value=Name(id='a', ctx=Load()))],
            handlers=[ExceptHandler(
                type=Tuple(elts=[Name(id='A', ctx=Load()), Name(id='B', ctx=Load())], ctx=Load()),
                body=[Expr(value=Name(id='b', ctx=Load()))])], orelse=[], finalbody=[])
    """,
    "try: a\nexcept* A, B: b": """
        TryStar(body=[Expr(value=Name(id='a', ctx=Load()))],
            handlers=[ExceptHandler(
                type=Tuple(elts=[Name(id='A', ctx=Load()), Name(id='B', ctx=Load())], ctx=Load()),
                body=[Expr(value=Name(id='b', ctx=Load()))])], orelse=[], finalbody=[])
    """,
}


def dumped(node: ast.AST) -> str:
    """A dump with its empty lists, which are left out from 3.13 on unless one asks for them."""
    options = {"show_empty": True} if sys.version_info >= (3, 13) else {}
    return ast.dump(node, **options)


@pytest.mark.parametrize("source", NEWER)
def test_newer_syntax_has_the_nodes_of_later_versions_and_no_fault(source: str) -> None:
    expected = re.sub(r"\(\s+", "(", re.sub(r"\[\s+", "[", re.sub(r",\s+", ", ", NEWER[source].strip())))
    converted = convert(source.encode())
    assert dumped(converted.tree.body[0]) == expected
    assert converted.faults == ()
    parsed = parse(source)
    assert parsed.faults == ()
    assert dumped(parsed.tree.body[0]) == expected


@pytest.mark.parametrize("keyword", ["def", "async def", "class"])
def test_type_parameters_are_on_the_definition_on_every_python(keyword: str) -> None:
    source = f"{keyword} f[T, *Ts = *tuple[int], **P](): pass\n"
    for tree in (parse(source).tree, convert(source.encode()).tree):
        definition = tree.body[0]
        assert isinstance(definition, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        parameters: list[nodes.type_param] = getattr(definition, "type_params", [])
        assert [parameter.name for parameter in parameters] == ["T", "Ts", "P"]
        assert isinstance(parameters[0], nodes.TypeVar)
        assert isinstance(parameters[1], nodes.TypeVarTuple)
        assert isinstance(parameters[2], nodes.ParamSpec)
        assert isinstance(parameters[1].default_value, ast.Starred)


def test_a_type_parameter_lies_from_its_name_to_its_default() -> None:
    (statement,) = convert(b"type A[B: int = str] = B").tree.body
    assert isinstance(statement, nodes.TypeAlias)
    (parameter,) = statement.type_params
    assert (parameter.lineno, parameter.col_offset, parameter.end_lineno, parameter.end_col_offset) == (1, 7, 1, 19)


@pytest.mark.parametrize(
    ("source", "needs"),
    [
        ("def f(): pass", (3, 0)),
        ("f'{a} {b!r:>5} {c[\"d\"]}'", (3, 0)),
        ("def f[T](): pass", (3, 12)),
        ("f'{a['b']}'", (3, 12)),
        ("class A[T = int]: pass", (3, 13)),
        ("t'{a}'", (3, 14)),
        ("try: a\nexcept A, B: b", (3, 14)),
    ],
)
def test_the_python_that_the_syntax_needs_is_known(source: str, needs: tuple[int, int]) -> None:
    assert convert(source.encode()).needs == needs


def test_an_equals_sign_in_a_string_is_no_default() -> None:
    source = "def f[T: \"a = b\"](): 'type x[y = z]'\ntype X = int\n"
    tree = parse(source).tree
    assert "Constant(value='type x[y = z]')" in ast.dump(tree)
    (parameter,) = getattr(tree.body[0], "type_params", [])
    assert getattr(parameter, "default_value", None) is None
    assert parse(source).faults == ()


def test_the_tree_of_newer_syntax_goes_without_a_look_for_garbage() -> None:
    gc.collect()
    with without_collector():
        parse("type X = int\ngoes_away = 1\ndef f(: pass\n")
        assert not [one for one in gc.get_objects() if isinstance(one, ast.Name) and one.id == "goes_away"]
