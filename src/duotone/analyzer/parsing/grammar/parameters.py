"""The parameters of functions and lambdas."""

from __future__ import annotations

import ast

from tree_sitter import Node

from duotone.analyzer.parsing.grammar.building import EXPRESSIONS, Broken, Source, build_between, field, parts
from duotone.analyzer.parsing.grammar.language import EXTRAS, field_id, ids

__all__ = ["parameters_of"]

_IDENTIFIER = frozenset(ids("identifier"))
_TYPED = frozenset(ids("typed_parameter"))
_DEFAULT = frozenset(ids("default_parameter", "typed_default_parameter"))
_STAR = frozenset(ids("list_splat_pattern"))
_STARS = frozenset(ids("dictionary_splat_pattern"))
_POSITIONAL_END = frozenset(ids("positional_separator"))
_KEYWORD_START = frozenset(ids("keyword_separator"))

_NAME = field_id("name")
_TYPE = field_id("type")
_VALUE = field_id("value")


def parameters_of(source: Source, node: Node | None) -> ast.arguments:
    """The parameters of a definition; those that are broken are left out, and noted."""
    found = ast.arguments(posonlyargs=[], args=[], vararg=None, kwonlyargs=[], kw_defaults=[], kwarg=None, defaults=[])
    is_keyword_only = False
    for child in node.named_children if node is not None else ():
        kind = child.kind_id
        if kind in EXTRAS:
            continue
        if kind in _KEYWORD_START:
            is_keyword_only = True
        elif kind in _POSITIONAL_END:
            # Broken code may have the mark twice, and a default needs the parameter that it is of.
            found.posonlyargs, found.args = [*found.posonlyargs, *found.args], []
        else:
            try:
                is_keyword_only = _add(source, found, child, is_keyword_only=is_keyword_only)
            except Broken as broken:
                source.broken.append(broken)
    return found


def _add(source: Source, found: ast.arguments, node: Node, *, is_keyword_only: bool) -> bool:
    """Add one parameter, and say whether those after it are keyword-only."""
    if node.has_error:
        raise Broken(node)
    kind = node.kind_id
    name, annotation, default = node, None, None
    if kind in _TYPED:
        name, annotation = parts(node)[0], field(node, _TYPE)
    elif kind in _DEFAULT:
        name, annotation, default = field(node, _NAME), node.child_by_field_id(_TYPE), field(node, _VALUE)
    kind = name.kind_id
    if kind in _IDENTIFIER:
        arg = _arg(source, name, annotation)
        if is_keyword_only:
            found.kwonlyargs.append(arg)
            found.kw_defaults.append(_value(source, default))
        else:
            found.args.append(arg)
            if default is not None:
                found.defaults.append(EXPRESSIONS[default.kind_id](source, default))
        return is_keyword_only
    if kind in _STAR:
        found.vararg = _arg(source, parts(name)[1], annotation)
        return True
    if kind not in _STARS:
        raise Broken(node)
    found.kwarg = _arg(source, parts(name)[1], annotation)
    return is_keyword_only


def _value(source: Source, node: Node | None) -> ast.expr | None:
    return None if node is None else EXPRESSIONS[node.kind_id](source, node)


def _arg(source: Source, name: Node, annotation: Node | None) -> ast.arg:
    end = (name if annotation is None else annotation).end_point
    return build_between(ast.arg, name.start_point, end, arg=source.name(name), annotation=_value(source, annotation))
