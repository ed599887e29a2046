"""Reads quickly, where a package is there."""

from typing import Any

import quick_reader


def loads(value: str) -> Any:
    return quick_reader.loads(value)
