"""What an agent said or a tool gave, as text for whoever takes nothing else."""

from __future__ import annotations

import json
from typing import Any

__all__ = ["in_text"]


def in_text(value: Any) -> str:
    """Return text as it is, and everything else as JSON."""
    if isinstance(value, str):
        return value
    dump = getattr(value, "model_dump_json", None)
    return str(dump()) if callable(dump) else json.dumps(value, ensure_ascii=False, default=str)
