"""Comments and docstrings: names become those of the sync side, code in them loses its keywords, prose stays."""

from __future__ import annotations

import re

from duotone.analyzer.mirror.names import Names

__all__ = ["comment", "docstring"]

_KEYWORDS = re.compile(r"\basync (?=(?:def|for|with)\b)")
_AWAIT = re.compile(r"\bawait (?=[\w(])")
_QUOTED = re.compile(r"(`+)([^`]+)(`+)")
_PROMPT = re.compile(r"\s*(>>>|\.\.\.)( |$)")


def comment(text: str, names: Names) -> str:
    """Return a comment for the sync side; one that is code which was commented out loses `await` as well."""
    return _quoted(_KEYWORDS.sub("", names.in_prose(text)))


def docstring(text: str, names: Names) -> str:
    """Return a docstring, quotes included, for the sync side."""
    lines = names.in_prose(text).split("\n")
    margin = min((_indent(line) for line in lines[1:] if line.strip()), default=0)
    is_fenced = False
    for index, line in enumerate(lines):
        if line.lstrip().startswith(("```", "~~~")):
            is_fenced = not is_fenced
        is_code = is_fenced or bool(_PROMPT.match(line)) or (index > 0 and _indent(line) > margin)
        plain = _KEYWORDS.sub("", line)
        lines[index] = _AWAIT.sub("", plain) if is_code else _quoted(plain)
    return "\n".join(lines)


def _quoted(line: str) -> str:
    """Take `await` out of what stands between backticks."""
    return _QUOTED.sub(lambda match: match[1] + _AWAIT.sub("", match[2]) + match[3], line)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
