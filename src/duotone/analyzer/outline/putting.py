"""Which attributes of objects a file puts plain functions in, whatever methods of the same name are like."""

from __future__ import annotations

import re
from collections.abc import Iterator

__all__ = ["put_plain"]

_PUT = re.compile(r"\.(\w+) = (?:lambda\b(.*)|(\w+)[ ]*$)", re.MULTILINE)


def put_plain(source: str) -> Iterator[str]:
    """The names of attributes that are assigned a lambda, or a plain function that the file itself defines.

    A lambda that hands on to a method of the same name gives what that gives.
    """
    for put in _PUT.finditer(source):
        name, given, function = put.groups()
        if _is_plain(source, function) if function is not None else f"{name}(" not in given:
            yield name


def _is_plain(source: str, name: str) -> bool:
    """Tell whether every function of a name that a file defines is plain; most names are those of none."""
    if f"def {name}(" not in source:
        return False
    return re.search(rf"async\s+def {name}\(", source) is None
