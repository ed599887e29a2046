"""Functions, classes and their decorators."""

from __future__ import annotations

import ast

from tree_sitter import Node

from duotone.analyzer.parsing.grammar.building import (
    STATEMENTS,
    Broken,
    Source,
    build_between,
    field,
    parts,
    statement,
)
from duotone.analyzer.parsing.grammar.expressions import arguments_of
from duotone.analyzer.parsing.grammar.hints import type_parameters_of
from duotone.analyzer.parsing.grammar.language import field_id, ids
from duotone.analyzer.parsing.grammar.parameters import parameters_of
from duotone.analyzer.parsing.grammar.suites import header, suite

__all__: list[str] = []

_ASYNC = frozenset(ids("async", is_named=False))
_DECORATOR = frozenset(ids("decorator"))

_BODY = field_id("body")
_DEFINITION = field_id("definition")
_NAME = field_id("name")
_PARAMETERS = field_id("parameters")
_RETURN_TYPE = field_id("return_type")
_SUPERCLASSES = field_id("superclasses")
_TYPE_PARAMETERS = field_id("type_parameters")


@statement("function_definition")
def _function(source: Source, node: Node) -> ast.stmt:
    returns = node.child_by_field_id(_RETURN_TYPE)
    name = source.name(field(node, _NAME))
    type_params = type_parameters_of(source, node.child_by_field_id(_TYPE_PARAMETERS))
    args = parameters_of(source, node.child_by_field_id(_PARAMETERS))
    body, end = suite(source, node.child_by_field_id(_BODY), node)
    return build_between(
        ast.AsyncFunctionDef if node.children[0].kind_id in _ASYNC else ast.FunctionDef,
        node.start_point,
        end,
        name=name,
        args=args,
        body=body,
        decorator_list=[],
        returns=None if returns is None else header(source, returns, node),
        type_params=type_params,
    )


@statement("class_definition")
def _class(source: Source, node: Node) -> ast.stmt:
    name = source.name(field(node, _NAME))
    type_params = type_parameters_of(source, node.child_by_field_id(_TYPE_PARAMETERS))
    bases: list[ast.expr] = []
    keywords: list[ast.keyword] = []
    arguments = node.child_by_field_id(_SUPERCLASSES)
    if arguments is not None and not arguments.has_error:
        try:
            bases, keywords = arguments_of(source, arguments)
        except Broken as broken:
            source.broken.append(broken)
    body, end = suite(source, node.child_by_field_id(_BODY), node)
    return build_between(
        ast.ClassDef,
        node.start_point,
        end,
        name=name,
        bases=bases,
        keywords=keywords,
        body=body,
        decorator_list=[],
        type_params=type_params,
    )


@statement("decorated_definition")
def _decorated(source: Source, node: Node) -> ast.stmt:
    definition = field(node, _DEFINITION)
    made = STATEMENTS[definition.kind_id](source, definition)
    assert isinstance(made, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    made.decorator_list = [
        header(source, parts(child)[1], child) for child in node.children if child.kind_id in _DECORATOR
    ]
    return made
