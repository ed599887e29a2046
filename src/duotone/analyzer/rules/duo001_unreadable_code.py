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
nothing is said of values that have a name, since that part may use them.

## Fix
None; only the author knows what was meant.
"""

from __future__ import annotations

from duotone.analyzer.findings import Severity

__all__ = ["SEVERITY"]

SEVERITY = Severity.ERROR
