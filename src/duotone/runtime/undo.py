"""How an undo gets what it needs: it names arguments of its step, the step's result or its key, and is given those."""

from __future__ import annotations

from collections.abc import Mapping
from inspect import Parameter, Signature
from typing import Any

from duotone.errors import BadUnit

__all__ = ["KEY", "RESULT", "WHOLE", "fill_in", "nothing_to_undo", "wishes_of"]

RESULT, KEY = "result", "key"
"""What an undo may name besides the arguments of its step."""

WHOLE = "**"
"""The wish of an undo that takes any keyword: all arguments, the result and the key."""


def nothing_to_undo() -> None:
    """Say of a step, as its `undo`, that it can stay as it is when its run is undone."""


def wishes_of(undo: str, signature: Signature | None, step: Signature | None) -> Mapping[str, str]:
    """Return where each parameter of an undo comes from; raises `BadUnit` for one that nothing could fill.

    `undo` is its name, for that error. A sole parameter that names nothing is given the result.
    """
    if signature is None:  # a builtin that doesn't say what it takes
        return {"": RESULT}
    offered = {RESULT, KEY} | (set(step.parameters) if step is not None else set[str]())
    is_open = step is None or any(one.kind is Parameter.VAR_KEYWORD for one in step.parameters.values())
    wishes: dict[str, str] = {}
    unknown: list[str] = []
    for name, parameter in signature.parameters.items():
        if parameter.kind is Parameter.VAR_KEYWORD:
            wishes[name] = WHOLE
        elif parameter.kind is not Parameter.VAR_POSITIONAL and name in offered:
            wishes[name] = name
        elif parameter.default is Parameter.empty and parameter.kind is not Parameter.VAR_POSITIONAL:
            unknown.append(name)
    if len(unknown) == 1 and not wishes:
        return {unknown[0]: RESULT}
    if unknown and not is_open:
        raise BadUnit(undo, _misfit(unknown, sorted(offered)))
    return wishes | {name: name for name in unknown}


def _misfit(unknown: list[str], offered: list[str]) -> str:
    return f"is an undo that asks for {', '.join(unknown)}, and its step can give it {', '.join(offered)}"


def fill_in(
    wishes: Mapping[str, str], signature: Signature | None, arguments: Mapping[str, Any], result: Any, key: str
) -> tuple[list[Any], dict[str, Any]]:
    """Return the arguments of one call of an undo; raises `KeyError` for one that was not kept."""
    offered = {**arguments, RESULT: result, KEY: key}
    args: list[Any] = []
    kwargs: dict[str, Any] = {}
    for name, wish in wishes.items():
        if wish == WHOLE:
            kwargs.update({known: value for known, value in offered.items() if known not in kwargs})
        elif signature is None or signature.parameters[name].kind is Parameter.POSITIONAL_ONLY:
            args.append(offered[wish])
        else:
            kwargs[name] = offered[wish]
    return args, kwargs
