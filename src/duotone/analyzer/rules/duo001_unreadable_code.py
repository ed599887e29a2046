"""A part of a file can't be read as Python.

## What it does
Reports the first place of a file that is no valid Python of any version up to 3.14, or that is no text.

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
nothing is said of values that have a name, since that part may use them. Where the line has a place to be filled in,
such as `{{name}}` or `<name>`, the file is a template, and the finding only possible. So it is in data of tests whose
name or text says that they are broken on purpose, as `data/syntax_error.py`.

## Fix
None; only the author knows what was meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from duotone.analyzer.findings import Severity
from duotone.analyzer.rules.suites import is_of_tests

__all__ = ["SEVERITY", "is_broken_on_purpose", "is_of_template"]

SEVERITY = Severity.ERROR
_PLACE = re.compile(r"\{\{.*\}\}|\{%.*%\}|\$\{\w+\}|<[A-Za-z_]\w*>")

_DATA = re.compile(r"(^|_)(assets?|cases|data|examples|fixtures?|golden|inputs?|resources|samples?|snapshots?)$")
_BROKEN_NAME = re.compile(
    r"(^|[_-])(bad|broken|corrupt|error|fail|garbage|invalid|malformed|unparsable|unparseable|unreadable)([_.-]|$)"
    r"|not_(pars|valid)|syntax_?err|parse_?err|unpars"
)
_BROKEN_TEXT = re.compile(r"#.*\b((intentional|deliberate)(ly)?|on purpose|purposely|syntax ?errors?)\b", re.IGNORECASE)


def is_of_template(*lines: str) -> bool:
    """Tell whether lines have places to be filled in before they are Python."""
    return any(map(_PLACE.search, lines))


def is_broken_on_purpose(path: str, lines: Iterable[str]) -> bool:
    """Tell whether a file that tests read, and nobody imports, is said to be no valid Python."""
    *folders, last = path.lower().split("/")
    if not is_of_tests(path) or not any(map(_DATA.search, folders)):
        return False
    # A folder may keep nothing else: `fixtures/invalid/`.
    return any(map(_BROKEN_NAME.search, (*folders, last))) or any(map(_BROKEN_TEXT.search, lines))
