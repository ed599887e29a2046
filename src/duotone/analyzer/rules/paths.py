"""Paths through plain calls, from async functions to something that must not happen on a loop."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Literal

from duotone.analyzer.findings import Confidence, Place
from duotone.analyzer.rules.facts import CallFact, FunctionFact
from duotone.analyzer.rules.program import Program

__all__ = ["Path", "paths"]

_LONGEST = 12
_SHORT, _FAR = 2, 3
"""So many calls lead to the end mostly, and more than so many in some cases only."""
_MOST_CHOICES = 1
"""So many branches on the way may well be taken, and more by few callers."""


@dataclasses.dataclass(slots=True)
class Path:
    """From a call in an async function to its end: the links are caller, callee and place of each call on the way."""

    caller: str
    start: Place
    links: list[tuple[str, str, Place]]
    name: str
    advice: str
    end: Place
    choices: int = 0

    @property
    def confidence(self) -> Confidence:
        """How sure it is that the end is reached: a call on a long way, or in a branch, is made in some cases only."""
        is_sure = len(self.links) <= _FAR and self.choices <= _MOST_CHOICES
        return Confidence.CERTAIN if is_sure else Confidence.POSSIBLE


def paths(program: Program, what: Literal["blocking", "loops"]) -> Iterator[Path]:
    """The calls in async functions that lead there, each by its shortest path; direct ones have no links.

    What is far away, and leads to the same end, is told once, where the end is nearest: there it can be mended for all.
    """
    nearest: dict[tuple[Place, bool], Path] = {}
    for path in _all(program, what):
        if len(path.links) <= _SHORT:
            yield path
        # A route that should be plain is mended by itself, and nobody else with it.
        key = path.end, what == "blocking" and path.caller in program.idle_routes
        if path.links and (key not in nearest or len(path.links) < len(nearest[key].links)):
            nearest[key] = path
    yield from (path for path in nearest.values() if len(path.links) > _SHORT)


def _all(program: Program, what: Literal["blocking", "loops"]) -> Iterator[Path]:
    ends = _ends(program, what)
    for function in program.functions.values():
        if "async" not in function.marks:
            continue
        for end in getattr(function, what):
            place = program.call_place(function, end)
            yield Path(function.name, place, [], end[0], "", place)
        if "replaces" in function.marks:
            continue
        seen: set[str] = set()
        for call in function.calls:
            if call.callee in ends and call.callee not in seen and not call.is_awaited:
                seen.add(call.callee)
                yield _followed(program, function, call, ends, what)


def _ends(program: Program, what: Literal["blocking", "loops"]) -> dict[str, int]:
    """The plain functions from which the end can be reached, with the number of calls that it takes."""
    distance = {
        function.name: 0
        for function in program.functions.values()
        if getattr(function, what) and _is_plain(function) and not (what == "loops" and _is_moved(program, function))
    }
    callers: dict[str, list[FunctionFact]] = {}
    for function in program.functions.values():
        if _is_plain(function):
            for call in function.calls:
                callers.setdefault(call.callee, []).append(function)
    waiting = list(distance)
    while waiting:
        name = waiting.pop(0)
        if distance[name] >= _LONGEST:
            continue
        for caller in callers.get(name, ()):
            if caller.name not in distance and not _is_constructor(caller.name):
                distance[caller.name] = distance[name] + 1
                waiting.append(caller.name)
    return distance


def _is_moved(program: Program, function: FunctionFact) -> bool:
    """Tell whether a function has decided whether a loop is running.

    It returns a task elsewhere, or both calls one within it and gives it away, as to a thread.
    """
    if "starts" in function.marks:
        return True
    if "nested" not in function.marks or function.name not in program.values:
        return False
    around = function.name.rpartition(".")[0]
    return any(caller.name == around for caller, _ in program.callers(function.name))


def _is_constructor(name: str) -> bool:
    """Tell a constructor: what its helpers do is up to its arguments, which differ from one object to the next."""
    return name.rpartition(".")[2] in {"__init__", "__new__", "__post_init__"}


def _is_plain(function: FunctionFact) -> bool:
    """A function whose body runs on the spot when it is called, and does the same wherever and for whomever that is."""
    return not {"async", "generator", "module", "asks", "either"} & set(function.marks)


def _followed(
    program: Program, function: FunctionFact, call: CallFact, ends: dict[str, int], what: Literal["blocking", "loops"]
) -> Path:
    start = program.call_place(function, call)
    links = [(function.name, call.callee, start)]
    current = program.functions[call.callee]
    choices = 0
    while ends[current.name]:
        step = _nearest(current, ends)
        links.append((current.name, step.callee, program.call_place(current, step)))
        choices += _choices(current, step.line)
        current = program.functions[step.callee]
    end = min(getattr(current, what), key=lambda one: _choices(current, one[1]))
    choices += _choices(current, end[1])
    advice = f"; use {end[3]}" if what == "blocking" else ""
    return Path(function.name, start, links, end[0], advice, program.call_place(current, end), choices)


def _nearest(function: FunctionFact, ends: dict[str, int]) -> CallFact:
    """The call of a function from which the end is nearest, in all cases if there is one."""
    calls = (call for call in function.calls if call.callee in ends)
    return min(calls, key=lambda call: (ends[call.callee], _choices(function, call.line)))


def _choices(function: FunctionFact, line: int) -> int:
    """How many choices a function has made where a line is run."""
    return sum(first <= line <= last for first, last in function.chosen)
