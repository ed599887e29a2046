"""Which attributes of objects a file puts plain functions in, whatever methods of the same name are like."""

from __future__ import annotations

import re
from collections.abc import Iterator

__all__ = ["put_plain"]

_PUT = re.compile(r"\.(\w+) = (?:lambda\b(.*)|(\w+)[ ]*$)", re.MULTILINE)
"""It begins with the dot, which is found many times faster than the word before it."""
_OWNER = re.compile(r"\b(cls|self)\Z|\w\Z")
_LONGEST = len(" self")


def put_plain(source: str) -> Iterator[str]:
    """The names of attributes that are assigned a lambda, or a plain function that the file itself defines.

    A lambda that hands on to a method of the same name gives what that gives, and what an object keeps of its own under
    the name of a function is a parameter of that name.
    """
    for put in _PUT.finditer(source):
        name, body, function = put.groups()
        owner = _OWNER.search(source[max(put.start() - _LONGEST, 0) : put.start()])
        if owner is None:
            continue
        if (body is not None and f"{name}(" not in body) or (
            function is not None and owner[1] is None and _is_plain(source, function)
        ):
            yield name


def _is_plain(source: str, name: str) -> bool:
    """Tell whether every function of a name that a file defines is plain; most names are those of none."""
    if f"def {name}(" not in source:
        return False
    return re.search(rf"async\s+def {name}\(", source) is None
