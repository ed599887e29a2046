"""The types that a workflow declares, read as schemas: each keyword known, each limit of its kind."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias, cast

from duotone.runtime.events import Json
from duotone.runtime.workflow.nodes import Node, data_of, kind_of
from duotone.runtime.workflow.problems import Problems, suggestion
from duotone.runtime.workflow.schemas import TYPES, is_number

__all__ = ["read_schema"]

_NOTES = {"description", "title", "examples"}
_Reader: TypeAlias = Callable[[str, Node, Problems], "dict[str, Json]"]


def read_schema(node: Node, problems: Problems) -> dict[str, Json]:
    """Return a schema, written out or as the name of a type, without its notes; what is wrong with it is a problem."""
    if isinstance(node.value, str):
        return _type(node, problems)
    if not isinstance(node.value, Mapping):
        problems.add(node.place, f"a type is {kind_of(data_of(node))}", "write {type: string}, or just string")
        return {}
    schema: dict[str, Json] = {}
    for keyword, entry in node.value.items():
        if keyword in _NOTES:
            continue
        if keyword not in _READERS:
            problems.add(entry.key, f"unknown keyword {keyword!r}", suggestion(keyword, _READERS))
            continue
        schema |= _READERS[keyword](keyword, entry.node, problems)
    return schema


def _type(node: Node, problems: Problems, keyword: str = "type") -> dict[str, Json]:
    names = node.value if isinstance(node.value, tuple) else (node,)
    for one in names:
        if one.value not in TYPES:
            problems.add(one.place, f"unknown type {one.value!r}", suggestion(str(one.value), TYPES))
            return {}
    return {keyword: data_of(node)}


def _limit(is_right: Callable[[object], bool], wanted: str) -> _Reader:
    def read(keyword: str, node: Node, problems: Problems) -> dict[str, Json]:
        value = data_of(node)
        if is_right(value):
            return {keyword: value}
        problems.add(node.place, f"{keyword} is {value!r}", f"write {wanted}")
        return {}

    return read


def _properties(keyword: str, node: Node, problems: Problems) -> dict[str, Json]:
    if not isinstance(node.value, Mapping):
        problems.add(node.place, f"{keyword} is {kind_of(data_of(node))}", "write a mapping of names to types")
        return {}
    return {keyword: {name: read_schema(entry.node, problems) for name, entry in node.value.items()}}


def _is_pattern(value: object) -> bool:
    try:
        return isinstance(value, str) and bool(re.compile(value))
    except re.error:
        return False


def _are_names(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in cast("Sequence[object]", value))


_COUNT = _limit(lambda value: TYPES["integer"](value) and isinstance(value, int) and value >= 0, "a number from 0 up")
_READERS: Mapping[str, _Reader] = {
    "type": lambda keyword, node, problems: _type(node, problems, keyword),
    "enum": _limit(lambda value: isinstance(value, list) and value != [], "a list of the values that are allowed"),
    "const": _limit(lambda _: True, "a value"),
    "minimum": _limit(is_number, "a number"),
    "maximum": _limit(is_number, "a number"),
    "minLength": _COUNT,
    "maxLength": _COUNT,
    "pattern": _limit(_is_pattern, "a regular expression"),
    "minItems": _COUNT,
    "maxItems": _COUNT,
    "items": lambda keyword, node, problems: {keyword: read_schema(node, problems)},
    "properties": _properties,
    "required": _limit(_are_names, "a list of names"),
    "additionalProperties": _limit(lambda value: isinstance(value, bool), "true or false"),
}
