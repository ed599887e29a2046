"""Import statements."""

from __future__ import annotations

import ast

from tree_sitter import Node

from duotone.analyzer.parsing.grammar.building import Source, build, field, parts, statement
from duotone.analyzer.parsing.grammar.language import EXTRAS, field_id, ids

__all__: list[str] = []

_ALIASED = frozenset(ids("aliased_import"))
_WILDCARD = frozenset(ids("wildcard_import"))
_RELATIVE = frozenset(ids("relative_import"))
_PREFIX = frozenset(ids("import_prefix"))

_NAME = field_id("name")
_ALIAS = field_id("alias")
_MODULE = field_id("module_name")


def _dotted(source: Source, node: Node) -> str:
    return ".".join(source.name(child) for child in node.named_children if child.kind_id not in EXTRAS)


def _alias(source: Source, node: Node) -> ast.alias:
    if node.kind_id in _ALIASED:
        name, asname = field(node, _NAME), field(node, _ALIAS)
        return build(ast.alias, node, name=_dotted(source, name), asname=source.name(asname))
    return build(ast.alias, node, name=_dotted(source, node), asname=None)


def _aliases(source: Source, node: Node) -> list[ast.alias]:
    return [_alias(source, child) for child in node.children_by_field_id(_NAME)]


@statement("import_statement")
def _import(source: Source, node: Node) -> ast.stmt:
    return build(ast.Import, node, names=_aliases(source, node))


@statement("future_import_statement")
def _future(source: Source, node: Node) -> ast.stmt:
    return build(ast.ImportFrom, node, module="__future__", names=_aliases(source, node), level=0)


@statement("import_from_statement")
def _import_from(source: Source, node: Node) -> ast.stmt:
    origin = field(node, _MODULE)
    level = 0
    module: str | None = None
    for part in parts(origin) if origin.kind_id in _RELATIVE else [origin]:
        if part.kind_id in _PREFIX:
            level = source.data.count(b".", part.start_byte, part.end_byte)
        else:
            module = _dotted(source, part)
    last = parts(node)[-1]
    is_wildcard = last.kind_id in _WILDCARD
    names = [build(ast.alias, last, name="*", asname=None)] if is_wildcard else _aliases(source, node)
    return build(ast.ImportFrom, node, module=module, names=names, level=level)
