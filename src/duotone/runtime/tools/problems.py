"""What is wrong with a call, in words that a model can act on: each fault, and what would be right."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

__all__ = ["closest", "problems_of", "takes"]

_LONGEST_GIVEN = 80
"""Characters of a wrong value that are shown again."""


def problems_of(error: Any, names: Sequence[str]) -> list[str]:
    """Return one line for each fault that pydantic has found."""
    return [_problem(fault, names) for fault in error.errors(include_url=False, include_context=False)]


def _problem(fault: Mapping[str, Any], names: Sequence[str]) -> str:
    where = _place(fault["loc"])
    if fault["type"] == "missing":
        return f"{where} is missing"
    if fault["type"] == "extra_forbidden":
        near = closest(where, names)
        return f"{where} is no argument" + (f"; did you mean {near}?" if near else "")
    given = repr(fault["input"])
    shown = given if len(given) <= _LONGEST_GIVEN else f"{given[:_LONGEST_GIVEN]}…"
    message = str(fault["msg"])
    return f"{where}: {message[:1].lower()}{message[1:]}, and it is {shown}"


def _place(location: Sequence[str | int]) -> str:
    """Return where a value is, as it would be written: `orders[2].price`."""
    text = ""
    for part in location:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text or "the arguments"


def closest(name: str, names: Iterable[str]) -> str | None:
    """Return the name that was meant, if one is near enough."""
    found = get_close_matches(name, list(names), n=1, cutoff=0.6)
    return found[0] if found else None


def takes(schema: Mapping[str, Any]) -> str:
    """Say in one line what a schema asks for."""
    properties: Mapping[str, Any] = schema.get("properties", {})
    needed = set(schema.get("required", ()))
    said = [f"{name} ({_kind(one)}{'' if name in needed else ', optional'})" for name, one in properties.items()]
    return f"it takes {', '.join(said)}" if said else "it takes no arguments"


def _kind(schema: Any) -> str:
    if "enum" in schema:
        return "one of " + ", ".join(map(repr, schema["enum"]))
    if "const" in schema:
        return repr(schema["const"])
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(map(_kind, schema["anyOf"])))
    if "$ref" in schema:
        return "object"
    return str(schema.get("type", "anything"))
