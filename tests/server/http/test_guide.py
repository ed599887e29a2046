"""The page about the server has every route of it."""

from __future__ import annotations

import re

from duotone.server.app import create_app
from duotone.server.ground import Settings
from tests.meta.sources import ROOT

ELSEWHERE = {"openai", "operating", "streams", "callers", "checks"}
"""What other pages are about."""


def test_the_page_has_every_route_with_its_scope() -> None:
    text = (ROOT / "docs" / "guide" / "server.md").read_text(encoding="utf-8")
    told = set(re.findall(r"^\| `(\w+) (\S+)` \| (\w+) \|", text, re.MULTILINE))
    routes = {
        (method.upper(), path, one["x-scope"])
        for path, methods in create_app(Settings()).openapi()["paths"].items()
        for method, one in methods.items()
        if not ELSEWHERE & set(one["tags"])
    }
    assert told == routes


def test_all_that_a_body_has_to_have_is_shown_by_an_example() -> None:
    document = create_app(Settings()).openapi()
    schemas = document["components"]["schemas"]
    bodies = [
        operation["requestBody"]["content"]["application/json"]["schema"]
        for methods in document["paths"].values()
        for operation in methods.values()
        if "requestBody" in operation
    ]
    names = {one["$ref"].rpartition("/")[2] for body in bodies for one in body.get("anyOf", [body]) if "$ref" in one}
    unshown = [
        f"{name}.{field}"
        for name in sorted(names)
        for field in schemas[name].get("required", [])
        if "examples" not in schemas[name] and not schemas[name]["properties"][field].keys() & {"examples", "enum"}
    ]
    assert unshown == []
