"""One HTML document out of the template, the styles, the scripts and the data, closed against the outside."""

from __future__ import annotations

import base64
import functools
import hashlib
import html
import importlib.resources
import json
from typing import TYPE_CHECKING

from duotone.analyzer.findings import Finding
from duotone.analyzer.page.context import Context
from duotone.analyzer.page.payload import payload_of
from duotone.pages import inlined, shared_text

if TYPE_CHECKING:
    from duotone.analyzer.engine import Report

__all__ = ["render"]

_SHARED_STYLES = ("palette.css", "ground.css", "source.css")
_STYLES = ("ground.css", "map.css", "seams.css", "findings.css", "paper.css")
_SHARED_SCRIPTS = ("elements.js", "numbers.js", "theme.js", "source.js", "proof.js")
_SCRIPTS = ("elements.js", "model.js", "treemap.js", "map.js", "modules.js", "seams.js")
_LAST_SCRIPTS = ("fixes.js", "markdown.js", "filters.js", "findings.js", "overview.js", "start.js")

# Inside of a script element only these could end it, or open a comment that hides its end; the two line separators are
# no line ends for JSON and were some for scripts once.
_ESCAPES = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}


def render(report: Report, context: Context) -> str:
    """Return the page: it asks for nothing from anywhere, and shows whatever the report holds as text alone."""
    style = "".join(map(shared_text, _SHARED_STYLES)) + _joined(_STYLES)
    shared = "".join(map(inlined, _SHARED_SCRIPTS))
    script = f'(() => {{\n"use strict";\n{shared}{_joined(_SCRIPTS + _LAST_SCRIPTS)}}})();\n'
    data = json.dumps(payload_of(report, context), ensure_ascii=False, separators=(",", ":"))
    parts = {
        "policy": html.escape(_policy(style, script)),
        "title": html.escape(context.title),
        "style": style,
        "plain": _plain_list(report.findings),
        "data": _encodable(data).translate(_ESCAPES),
        "script": script,
    }
    return _filled(_asset("page.html"), parts)


def _policy(style: str, script: str) -> str:
    """Only this style and this script count, and the script may make elements but never parse markup."""
    rules = (
        "default-src 'none'",
        f"style-src {_digest(style)}",
        f"script-src {_digest(script)}",
        "img-src data:",
        "base-uri 'none'",
        "form-action 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    )
    return "; ".join(rules)


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _plain_list(findings: tuple[Finding, ...]) -> str:
    """The findings for readers without scripts, one line each."""
    rows = (
        f"<li><code>{_text(f'{one.place.path}:{one.place.line}:{one.place.column}')}</code> "
        f"{_text(one.severity.value)} {_text(one.code)} {_text(one.message)}</li>"
        for one in findings
    )
    return "\n".join(rows)


def _text(text: str) -> str:
    return html.escape(_encodable(text))


def _encodable(text: str) -> str:
    """The text with lone surrogates replaced, which file names may hold and UTF-8 can't."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _filled(template: str, parts: dict[str, str]) -> str:
    """Fill the marks of the template in one pass, so that a mark inside of the data stays what it is."""
    pieces = template.split("%%")
    return "".join(parts[piece] if position % 2 else piece for position, piece in enumerate(pieces))


def _joined(names: tuple[str, ...]) -> str:
    return "".join(_asset(name) for name in names)


@functools.cache
def _asset(name: str) -> str:
    return (importlib.resources.files("duotone.analyzer.page") / "assets" / name).read_text(encoding="utf-8")
