"""A comment allows a fault that isn't there, or doesn't say why.

## What it does
Reports `# noqa: DUO…` and `# duotone: allow …` comments that suppress nothing, and `allow` comments without a reason
after `--`.

## Why is this bad?
A comment that outlives its fault hides the next one.

## Example
```python
total = price * count  # duotone: allow lost-coroutine
```

## Use instead
```python
total = price * count
```

## When it stays silent
A bare `# noqa`, and codes of other tools, are left alone. dlint has codes from DUO101 to DUO138 as well, so the finding
is only possible where a `noqa` names nothing else, and no comment for duotone is in use anywhere in the project.

## Fix
Remove the comment, or give its reason: `# duotone: allow lost-coroutine -- started by the plugin host`.
"""

from __future__ import annotations

from duotone.analyzer.findings import Severity

__all__ = ["SEVERITY"]

SEVERITY = Severity.WARNING
