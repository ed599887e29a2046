"""Values as they are given on a command line: NAME=VALUE, where a value is JSON if it can be."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from duotone.errors import WrongUse

__all__ = ["pairs", "value"]


def pairs(texts: Iterable[str], option: str) -> dict[str, Any]:
    """Read NAME=VALUE; raises `WrongUse` for one without a value."""
    read: dict[str, Any] = {}
    for text in texts:
        name, sign, said = text.partition("=")
        if not sign:
            message = f"{option} {text}: has no value; write {option} {text}=VALUE"
            raise WrongUse(message)
        read[name] = value(said)
    return read


def value(text: str) -> Any:
    """Return what JSON makes of a text, or the text where that is none."""
    try:
        return json.loads(text)
    except ValueError:
        return text
