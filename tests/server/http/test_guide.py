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
