"""What the log can keep: plain JSON, made from what steps return and refused where it would have to guess."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import Enum
from math import isfinite
from typing import Any

from duotone.contract.awaitables import discard
from duotone.contract.color import is_awaitable
from duotone.errors import Unkeepable
from duotone.runtime.events import Json

__all__ = ["as_text", "is_plain", "kept", "shown"]

_LONGEST_NUMBER = 4_000
"""Digits of a whole number; Python itself refuses to write somewhat longer ones as text."""

_SMALL = 1 << 53
"""Whole numbers below this are kept without a closer look."""

_LONGEST_SHOWN = 2_000
"""Characters of something that is only shown to people."""

_type_of: Callable[[object], object] = type

_SCALARS: frozenset[object] = frozenset({type(None), bool, int, float, str})


def kept(value: object, step: str) -> Json:
    """Return what the log keeps of a result: itself if it is plain, a dataclass or a model as a mapping.

    Raises `Unkeepable` for everything else: what would be another value when it is read again is no result.
    """
    if value is None or (type(value) is str and value.isascii()):
        return value
    try:
        return _kept(value, step)
    except RecursionError:
        raise Unkeepable(step, "something that holds itself", "return plain data without circles") from None


def _kept(value: Any, step: str) -> Json:
    kind = _type_of(value)
    if kind is str:
        return _text(value, step)
    if kind is int or kind is float:
        return _number(value, step)
    if kind in _SCALARS:
        return None if value is None else bool(value)
    if kind is dict:
        return {_key(key, step): _kept(item, step) for key, item in value.items()}
    if kind is list or kind is tuple:
        return [_kept(item, step) for item in value]
    return _converted(value, step)


def _text(value: str, step: str) -> str:
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError:
            raise Unkeepable(step, "text with half a character in it", "decode it with errors='replace'") from None
    return value


def _number(value: float, step: str) -> float:
    if isinstance(value, int):
        if value.bit_length() > _LONGEST_NUMBER * 3:
            raise Unkeepable(step, f"a number of over {_LONGEST_NUMBER} digits", "return it as text")
    elif not isfinite(value):
        raise Unkeepable(step, f"the number {value}", "return None, or say in words what it stands for")
    return value


def _key(key: object, step: str) -> str:
    if isinstance(key, str) and not isinstance(key, Enum):
        return _text(str(key), step)
    raise Unkeepable(step, f"a mapping with the key {key!r}", "use text for keys")


def _converted(value: Any, step: str) -> Json:
    """Return what stands for something that is not plain itself."""
    if is_awaitable(value):
        discard(value)
        raise Unkeepable(step, f"{type(value).__name__} inside of its result", "await it before it is returned")
    if isinstance(value, Enum):
        raise Unkeepable(step, f"the enum {value!r}", "return its .value")
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: _kept(getattr(value, field.name), step) for field in fields(value)}
    if callable(dump := getattr(value, "model_dump", None)) and not isinstance(value, type):
        return _kept(dump(mode="json"), step)
    if isinstance(value, int | float):
        return _number(value + 0, step)
    if isinstance(value, str):
        return _text(str(value), step)
    if isinstance(value, dict | list | tuple):
        return _kept(_bare(value), step)
    raise Unkeepable(step, _article(type(value).__name__), "return plain data, a dataclass or a model instead")


def _bare(value: Any) -> object:
    """Return a container without what its class adds to it."""
    return dict(value) if issubclass(type(value), dict) else list(value)


def _article(noun: str) -> str:
    return f"an {noun}" if noun[:1].lower() in "aeiou" else f"a {noun}"


def is_plain(value: Any) -> bool:
    """Tell whether reading `value` from the log gives back the same value, lists for tuples aside."""
    kind = _type_of(value)
    if (kind is str and value.isascii()) or (kind is int and -_SMALL < value < _SMALL):
        return True
    if kind is dict:
        return all(type(key) is str and is_plain(key) and is_plain(item) for key, item in value.items())
    if kind is list or kind is tuple:
        return all(map(is_plain, value))
    if kind not in _SCALARS:
        return False
    try:
        _kept(value, "")
    except Unkeepable:
        return False
    return True


def shown(value: object) -> str:
    """Return a short text for people that stands for something the log can't keep."""
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001  # what can't even be shown must not end the run
        text = f"<{type(value).__name__}>"
    return as_text(text)


def as_text(text: str) -> str:
    """Return `text` in a form that the log can keep, and not too much of it."""
    if len(text) > _LONGEST_SHOWN:
        text = f"{text[:_LONGEST_SHOWN]}…"
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode()
