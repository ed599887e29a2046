"""Reads everywhere."""

import json
from typing import Any


def loads(value: str) -> Any:
    return json.loads(value)
