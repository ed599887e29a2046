"""The types of inputs and outputs: the part of JSON Schema that says what a value is, checked without a library.

A keyword that isn't known is a problem of the workflow; a validator for the whole of JSON Schema would pass over it in
silence, and costs four packages and a tenth of a second at import.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeGuard

from duotone.runtime.events import Json
from duotone.runtime.workflow.nodes import kind_of

__all__ = ["TYPES", "faults", "is_number"]

_Check = Callable[[Any, Any], str | None]


def is_number(value: object) -> TypeGuard[int | float]:
    """Tell whether JSON has this as a number; Python has true and false as well."""
    return isinstance(value, int | float) and not isinstance(value, bool)


TYPES: Mapping[str, Callable[[object], bool]] = {
    "string": lambda value: isinstance(value, str),
    "integer": lambda value: is_number(value) and value == int(value),
    "number": is_number,
    "boolean": lambda value: isinstance(value, bool),
    "array": lambda value: isinstance(value, list | tuple),
    "object": lambda value: isinstance(value, Mapping),
    "null": lambda value: value is None,
}


def _same(one: Json, other: Json) -> bool:
    """Tell whether JSON has these as the same value; Python takes true for 1."""
    return one == other and isinstance(one, bool) == isinstance(other, bool)


def _of_type(value: Json, wanted: str | Sequence[str]) -> str | None:
    names = [wanted] if isinstance(wanted, str) else wanted
    return (
        None if any(TYPES[name](value) for name in names) else f"is {kind_of(value)} and must be {' or '.join(names)}"
    )


def _among(value: Json, allowed: Sequence[Json]) -> str | None:
    if any(_same(value, one) for one in allowed):
        return None
    return f"is {value!r} and must be {' or '.join(map(repr, allowed))}"


def _when(kind: str, holds: Callable[[Any, Any], bool], said: str) -> _Check:
    """Make the check of a keyword that speaks about values of one type only."""

    def check(value: Json, limit: Any) -> str | None:
        return None if not TYPES[kind](value) or holds(value, limit) else said.format(value=value, limit=limit)

    return check


_CHECKS: Mapping[str, _Check] = {
    "type": _of_type,
    "enum": _among,
    "const": lambda value, wanted: _among(value, [wanted]),
    "minimum": _when("number", lambda value, limit: value >= limit, "is {value} and must be at least {limit}"),
    "maximum": _when("number", lambda value, limit: value <= limit, "is {value} and must be at most {limit}"),
    "minLength": _when("string", lambda value, limit: len(value) >= limit, "is shorter than {limit} characters"),
    "maxLength": _when("string", lambda value, limit: len(value) <= limit, "is longer than {limit} characters"),
    "pattern": _when("string", lambda value, limit: re.search(limit, value) is not None, "doesn't match {limit!r}"),
    "minItems": _when("array", lambda value, limit: len(value) >= limit, "has fewer than {limit} items"),
    "maxItems": _when("array", lambda value, limit: len(value) <= limit, "has more than {limit} items"),
}


def faults(value: Json, schema: Mapping[str, Any], path: str = "") -> Iterator[str]:
    """Yield what about a value breaks its schema, with the path inside of it."""
    head = f"{path.lstrip('.')} " if path else ""
    for keyword, limit in schema.items():
        if keyword in _CHECKS and (said := _CHECKS[keyword](value, limit)):
            yield head + said
    if isinstance(value, Mapping):
        yield from _members(value, schema, path)
    elif isinstance(value, list | tuple) and "items" in schema:
        for number, item in enumerate(value):
            yield from faults(item, schema["items"], f"{path}[{number}]")


def _members(value: Mapping[str, Json], schema: Mapping[str, Any], path: str) -> Iterator[str]:
    known: Mapping[str, Any] = schema.get("properties", {})
    head = f"{path.lstrip('.')} " if path else ""
    yield from (f"{head}has no {name!r}" for name in schema.get("required", ()) if name not in value)
    for name, inner in value.items():
        if name in known:
            yield from faults(inner, known[name], f"{path}.{name}")
        elif schema.get("additionalProperties", True) is False:
            yield f"{head}has {name!r}, which isn't allowed"
