"""What the docstrings and comments of twins say about their differences."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Sequence

from duotone.analyzer.rules.twins.colorless import FunctionNode

__all__ = ["is_refused", "paragraphs", "speaks_of"]

_MEANT = re.compile(r"\b(unlike|intentional|deliberate|on purpose|by design|differs\b|difference\b)", re.IGNORECASE)
"""Words that call a difference meant, whatever it is that they stand beside."""
_CONTRAST = re.compile(
    r"\b(also|but|except|however|too|whereas)\b(?!:? (\w+ ){0,3}(async|await|corout|non-?block))", re.IGNORECASE
)
"""Words that tell a difference where the twin is spoken of, unless it is that of color."""
_TWIN = re.compile(
    r"\b(async(hronous)?|sync(hronous)?|blocking) (counterpart|sibling|twin|variant|version)\b", re.IGNORECASE
)
_REFUSED = re.compile(r"(\bnot (yet )?|\bun|n't )(allowed|available|implemented|support)", re.IGNORECASE)
_COLOR = re.compile("sync", re.IGNORECASE)
_COMMENT = re.compile(r"^\s*#+ ?(.*)$|\s{2}# ?(.*)$")
_NAME = re.compile(r"\w+")


def speaks_of(text: str, twin: str, names: Collection[str]) -> bool:
    """Tell whether a paragraph tells how a function differs from its twin, or that a thing with a name is meant so."""
    is_about_twin = _TWIN.search(text) is not None or twin in _NAME.findall(text)
    if _MEANT.search(text):
        return is_about_twin or any(word in names for word in _NAME.findall(text))
    return is_about_twin and _CONTRAST.search(text) is not None


def is_refused(lines: Sequence[str], names: Collection[str]) -> bool:
    """Tell whether a file says somewhere that a thing with a name, or an option called so, is not for one color."""
    told = (line.replace("-", "_") for line in lines if _REFUSED.search(line) and _COLOR.search(line))
    return any(word.strip("_") in names for line in told for word in _NAME.findall(line))


def paragraphs(node: FunctionNode | ast.ClassDef, lines: Sequence[str]) -> Iterator[str]:
    """The paragraphs of a docstring, and the comments in a function and right above it."""
    yield from re.split(r"\n\s*\n", ast.get_docstring(node) or "")
    first = min((one.lineno for one in node.decorator_list), default=node.lineno) - 1
    while first > 0 and lines[first - 1].lstrip().startswith("#"):
        first -= 1
    words: list[str] = []
    for line in (*lines[first : node.end_lineno], ""):
        found = _COMMENT.search(line)
        if found is not None:
            words.append(found[1] or found[2] or "")
        elif words:
            yield " ".join(words)
            words = []
