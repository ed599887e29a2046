"""What the tables of [tool.duotone.mirror] say, checked key by key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from duotone.analyzer.mirror.plan import Mirror
from duotone.analyzer.mirror.records import Rules
from duotone.analyzer.settings import closest
from duotone.errors import BadMirror

__all__ = ["mirror_from"]

_MODES = ("copy", "facade")
_TABLES = ("rename", "replace", "words")
_LISTS = ("unwrap", "omit", "keep", "conditions")
_KEYS = ("source", "target", "mode", "format", *_TABLES, *_LISTS)


def mirror_from(table: Mapping[str, object]) -> Mirror:
    """Return one entry of the settings. Raises `BadMirror` with what to write instead."""
    source = table.get("source")
    if not isinstance(source, str) or not source:
        raise BadMirror(str(source or ""), 'every entry needs a source: source = "package/_async"')
    for key in table:
        if key not in _KEYS:
            like = closest(key, list(_KEYS))
            hint = f"did you mean {like!r}?" if like else f"the keys are {', '.join(_KEYS)}"
            raise BadMirror(source, f"unknown key {key!r}; {hint}")
    target = table.get("target")
    if not isinstance(target, str) or not target:
        raise BadMirror(source, 'it needs a target: target = "package/_sync"')
    mode = table.get("mode", "copy")
    if not isinstance(mode, str) or mode not in _MODES:
        raise BadMirror(source, f'mode is {mode!r}; write mode = "copy" or mode = "facade"')
    return Mirror(source, target, mode, _rules(source, table), _format(source, table))


def _rules(source: str, table: Mapping[str, object]) -> Rules:
    given: dict[str, Any] = {}
    for key in _TABLES:
        value = table.get(key, {})
        if not isinstance(value, dict) or not all(isinstance(one, str) for one in cast("Any", value).values()):
            raise BadMirror(source, f'{key} is {value!r}; write it as a table of texts: {key} = {{ old = "new" }}')
        given[key] = value
    for key in _LISTS:
        if key in table:
            given[key] = _words(source, key, table[key])
    return Rules(**given)


def _words(source: str, key: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(one, str) and one for one in cast("list[object]", value)):
        raise BadMirror(source, f'{key} is {value!r}; write it as a list of texts: {key} = ["name"]')
    return tuple(cast("list[str]", value))


def _format(source: str, table: Mapping[str, object]) -> str | tuple[str, ...]:
    value = table.get("format", "auto")
    if isinstance(value, list):
        return _words(source, "format", cast("object", value))
    if isinstance(value, str) and value in {"auto", "none", "ruff", "black"}:
        return value
    raise BadMirror(source, f'format is {value!r}; write "auto", "ruff", "black", "none", or a command as a list')
