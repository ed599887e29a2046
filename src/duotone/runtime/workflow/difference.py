"""What is different between two versions of a workflow, in lines for people."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from duotone.runtime.events import Json
from duotone.runtime.workflow.model import Definition

__all__ = ["difference"]

_LONGEST = 70
# Parts that have names of their own, and what one of them is called.
_OF_WORKFLOWS = {"inputs": "input", "steps": "step", "outputs": "output"}
_OF_STEPS = {"parallel": "branch"}


def difference(old: Definition, new: Definition) -> str:
    """Return what changed, a line each, step by step; nothing if both mean the same."""
    if old.hash == new.hash:
        return ""
    return "\n".join(_between(old.to_json(is_described=False), new.to_json(is_described=False), "", _OF_WORKFLOWS))


def _between(
    before: Mapping[str, Json], after: Mapping[str, Json], where: str, parts: Mapping[str, str]
) -> Iterator[str]:
    """Compare two workflows, or two steps: what they say of themselves, then their parts by name."""
    for key in _keys(before, after):
        old, new = before.get(key), after.get(key)
        if key in parts:
            continue
        if key == "workflow" and isinstance(old, Mapping) and isinstance(new, Mapping):
            yield from _between(old, new, f"{where}workflow: ", _OF_WORKFLOWS)
        else:
            yield from _leaves(before, after, key, where)
    for key, word in parts.items():
        yield from _members(_named(before.get(key)), _named(after.get(key)), f"{where}{word}")


def _keys(before: Mapping[str, Json], after: Mapping[str, Json]) -> list[str]:
    return list(dict.fromkeys([*before, *after]))


def _leaves(before: Mapping[str, Json], after: Mapping[str, Json], key: str, where: str) -> Iterator[str]:
    """Yield the changes below a key, each with the whole path to it."""
    if key not in before:
        yield f"{where}{key} is added: {_shown(after[key])}"
    elif key not in after:
        yield f"{where}{key} is removed: {_shown(before[key])}"
    else:
        old, new = before[key], after[key]
        if isinstance(old, Mapping) and isinstance(new, Mapping):
            for inner in _keys(old, new):
                yield from _leaves(old, new, inner, f"{where}{key}.")
        elif old != new or isinstance(old, bool) != isinstance(new, bool):
            yield f"{where}{key}: {_shown(old)} → {_shown(new)}"


def _members(before: Mapping[str, Json], after: Mapping[str, Json], word: str) -> Iterator[str]:
    for name in _keys(before, after):
        old, new = before.get(name), after.get(name)
        if isinstance(old, Mapping) and isinstance(new, Mapping):
            yield from _between(old, new, f"{word} {name}: ", _OF_STEPS)
        else:
            yield from _leaves(before, after, name, f"{word} ")
    kept, kept_after = [name for name in before if name in after], [name for name in after if name in before]
    if kept != kept_after and word.endswith(("step", "branch")):
        yield f"{word} order: {', '.join(kept)} → {', '.join(kept_after)}"


def _named(part: Json) -> Mapping[str, Json]:
    """Return a part by names: a mapping as it is, and a list of steps by their ids."""
    if isinstance(part, Mapping):
        return part
    items = part if isinstance(part, list) else []
    return {
        str(item["id"]): {key: item[key] for key in item if key != "id"} for item in items if isinstance(item, dict)
    }


def _shown(value: Json) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
