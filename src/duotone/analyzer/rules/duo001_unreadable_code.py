"""A part of a file can't be read as Python.

## What it does
Reports the first place of a file that is not valid Python of any version up to 3.14, or not text at all.

## Why is this bad?
Whatever stands there is not analyzed, so it may hide faults. The rest of the file is read as far as it goes.

## Example
```text
async def handle(:
    ...
```

## Use instead
```python
async def handle():
    ...
```

## When it stays silent
Syntax that is newer than the Python that runs duotone is read in full. In a function of which a part can't be read,
nothing is said about values that have a name, since that part may use them.

The finding is only possible (`--min-confidence possible`), and says why, where the file need not be valid Python:

- a template: a placeholder (`{{ name }}` or `<name>`) on the line, `{% if … %}` or `# % block …` above it, or a folder
  that is called `{{ project }}`;
- code that is broken on purpose: a comment on the line or just above it says so, or tells another linter (`# noqa:
  E999`);
- data of tests whose name or text says that it is broken, or that is Python 2;
- what stands below a folder for Python 2;
- files that the project has its own ruff, flake8 or black leave out.

## Fix
None; only the author knows what was meant.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from duotone.analyzer.findings import Severity
from duotone.analyzer.rules.trust.suites import is_of_tests

__all__ = ["SEVERITY", "doubt_about"]

SEVERITY = Severity.ERROR
_PLACE = re.compile(r"\{\{.*\}\}|\{%.*%\}|\$\{\w+\}|<[A-Za-z_]\w*>")
_FILLED_IN = re.compile(
    r"\s*(\{\{.*\}\}\s*$|(#\s*)?\{%[-+ ].*%\}|#\s?%[-+]?\s*(block|extends|for|from|if|include|macro|set)\b)"
)
"""A line that only templates have, wherever it stands; within a line, `{{…}}` may as well be a part of a text."""

_DATA = re.compile(r"(^|_)(assets?|cases|data|examples|fixtures?|golden|inputs?|resources|samples?|snapshots?)$")
_BROKEN_NAME = re.compile(
    r"(^|[_-])(bad|broken|corrupt|error|fail|garbage|invalid|malformed|unparsable|unparseable|unreadable)([_.-]|$)"
    r"|not_(pars|valid)|syntax_?err|parse_?err|unpars"
)
_BROKEN_TEXT = re.compile(r"#.*\b((intentional|deliberate)(ly)?|on purpose|purposely|syntax ?errors?)\b", re.IGNORECASE)
_BROKEN_HERE = re.compile(
    r"#.*\b((bad|broken|invalid|wrong) syntax|syntax ?errors?|(broken|invalid|wrong) on purpose"
    r"|(intentional|deliberate|purpose)ly (broken|invalid|wrong))\b",
    re.IGNORECASE,
)
_TOLD = re.compile(
    r"#\s*(?:ruff:\s*|flake8:\s*)?noqa(?!\s*:|\w)|#.*\bnoqa\s*:.*\b(E9|E999|invalid-syntax)\b", re.IGNORECASE
)
_PYTHON_2 = re.compile(
    r"\s*(?:print\s+(?:>>|['\"\w%(]).*|exec\s+['\"\w].*|raise\s+[\w.]+\s*,.*|except\s+[\w.]+\s*,\s*\w+\s*:.*)"
)
_FOR_PYTHON_2 = re.compile(r"(^|[_-])(py|python)_?2(\.?\d)?([_-]|$)|jython|ironpython")
_ABOVE = 2
"""So many lines above a broken one may be about it."""


def doubt_about(path: str, lines: Sequence[str], first: int, last: int) -> str:
    """Why a file need not be Python, although some lines can't be read; nothing where it should be."""
    broken, around = lines[first - 1 : last], lines[max(first - 1 - _ABOVE, 0) : last]
    folders = path.lower().split("/")[:-1]
    if "{{" in path or any(map(_PLACE.search, broken)) or any(map(_FILLED_IN.match, lines[:last])):
        return "it is a template, and Python once its places are filled in"
    if any(map(_TOLD.search, broken)) or any(map(_BROKEN_HERE.search, around)):
        return "a comment says that it is meant so"
    is_data = is_of_tests(path) and any(map(_DATA.search, folders))
    # A folder may keep nothing else: `fixtures/invalid/`.
    if is_data and (any(map(_BROKEN_NAME.search, path.lower().split("/"))) or any(map(_BROKEN_TEXT.search, lines))):
        return "tests may need it broken"
    if any(map(_PYTHON_2.match, broken)) and (is_data or any(map(_FOR_PYTHON_2.search, folders))):
        return "it is Python 2, and may be run by that"
    return ""
