"""The OpenAPI document says of every field and parameter what it is, with an example that it would take."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # it has no types

from duotone.server.app import create_app
from duotone.server.ground import Settings

DOCUMENT = create_app(Settings()).openapi()
SCHEMAS = DOCUMENT["components"]["schemas"]


def fields() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every field of every body, and every parameter of every route."""
    for name, schema in SCHEMAS.items():
        for field, found in schema.get("properties", {}).items():
            yield f"{name}.{field}", found
    for path, methods in DOCUMENT["paths"].items():
        for method, operation in methods.items():
            for one in operation.get("parameters", []):
                yield f"{method} {path} {one['name']}", {"description": one.get("description"), **one["schema"]}


def is_plain(schema: dict[str, Any]) -> bool:
    """Tell whether a schema alone says what it takes: fields with examples of their own, or a few words."""
    if "$ref" in schema:
        found = SCHEMAS[schema["$ref"].rpartition("/")[2]]
        return "properties" in found or is_plain(found)
    if "anyOf" in schema:
        return all(is_plain(one) for one in schema["anyOf"])
    if schema.get("type") in {"boolean", "null"} or schema.keys() & {"enum", "const"}:
        return True
    inner = schema.get("items", schema.get("additionalProperties"))
    return isinstance(inner, dict) and is_plain(inner)


def test_every_field_says_what_it_is() -> None:
    assert [name for name, field in fields() if not field.get("description")] == []


def test_every_field_that_could_be_anything_has_an_example() -> None:
    assert [name for name, field in fields() if "examples" not in field and not is_plain(field)] == []


def test_every_example_is_one() -> None:
    wrong = [
        f"{name}: {error.message}"
        for name, field in fields()
        for example in field.get("examples", ())
        for error in Draft202012Validator({**field, "components": {"schemas": SCHEMAS}}).iter_errors(example)
    ]
    assert wrong == []


def test_every_answer_of_json_has_a_schema() -> None:
    bare = [
        f"{operation['operationId']} {status}"
        for methods in DOCUMENT["paths"].values()
        for operation in methods.values()
        for status, answer in operation["responses"].items()
        for kind, content in answer.get("content", {}).items()
        if "json" in kind and not content["schema"]
    ]
    assert bare == []
