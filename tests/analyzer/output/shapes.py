"""The part of JSON Schema that our schema uses; a word outside of it is an error, so that nothing goes unchecked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

# What says something to the reader alone, and `type`, which is looked at before all others.
SAID_ONLY = {"$schema", "$id", "$defs", "title", "description", "type"}
TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}


def problems(value: Any, schema: dict[str, Any], root: dict[str, Any], where: str = "$") -> Iterator[str]:
    """What doesn't fit, each with the way to it."""
    if "type" in schema and not is_a(value, schema["type"]):
        yield f"{where}: {value!r} is no {schema['type']}"
    else:
        yield from problems_inside(value, schema, root, where)


def problems_inside(value: Any, schema: dict[str, Any], root: dict[str, Any], where: str) -> Iterator[str]:
    for word, expected in schema.items():
        match word:
            case "$ref":
                yield from problems(value, root["$defs"][expected.removeprefix("#/$defs/")], root, where)
            case "anyOf":
                if all(any(problems(value, option, root, where)) for option in expected):
                    yield f"{where}: {value!r} is none of {expected}"
            case "properties":
                for key in value.keys() & expected.keys():
                    yield from problems(value[key], expected[key], root, f"{where}.{key}")
            case "items":
                for index, item in enumerate(value):
                    yield from problems(item, expected, root, f"{where}[{index}]")
            case _ if word not in SAID_ONLY and not fits(value, word, expected, schema):
                yield f"{where}: {value!r} is not {word} {expected!r}"
            case _:
                pass


def is_a(value: Any, name: str) -> bool:
    return isinstance(value, TYPES[name]) and (name == "boolean" or not isinstance(value, bool))


def fits(value: Any, word: str, expected: Any, schema: dict[str, Any]) -> bool:
    tests: dict[str, Callable[[], object]] = {
        "const": lambda: value == expected,
        "enum": lambda: value in expected,
        "minimum": lambda: value >= expected,
        "minLength": lambda: len(value) >= expected,
        "minItems": lambda: len(value) >= expected,
        "uniqueItems": lambda: all(one not in value[:index] for index, one in enumerate(value)),
        "required": lambda: set(expected) <= set(value),
        "additionalProperties": lambda: set(value) <= set(schema["properties"]) or expected,
    }
    return bool(tests[word]())
