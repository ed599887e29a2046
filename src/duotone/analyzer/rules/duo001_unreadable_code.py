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
such as `{{name}}` or `<name>`, the file is a template, and the finding only possible.

## Fix
None; only the author knows what was meant.
"""

from __future__ import annotations

import re

from duotone.analyzer.findings import Severity

__all__ = ["SEVERITY", "is_of_template"]

SEVERITY = Severity.ERROR
_PLACE = re.compile(r"\{\{.*\}\}|\{%.*%\}|\$\{\w+\}|<[A-Za-z_]\w*>")


def is_of_template(*lines: str) -> bool:
    """Tell whether lines have places to be filled in before they are Python."""
    return any(map(_PLACE.search, lines))
