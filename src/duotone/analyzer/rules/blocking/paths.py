"""Paths through plain calls, from async functions to something that must not happen on a loop."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from duotone.analyzer.findings import Confidence, Place
from duotone.analyzer.flow.needing import OBJECT
from duotone.analyzer.rules.facts import CallFact, FunctionFact
from duotone.analyzer.rules.program import Program

__all__ = ["Path", "choices", "paths"]

_LONGEST = 12
_SHORT, _FAR = 2, 3
"""So many calls lead to the end mostly, and more than so many in some cases only."""
_MOST_CHOICES = 1
"""So many branches on the way may well be taken, and more by few callers."""
_MOST_TRIED = 200
"""So many functions are looked into, and no more, where arguments exclude the nearest way."""
_VALUES = frozenset({"True", "False", "None", OBJECT})

_End = tuple[str, int, int, str] | tuple[str, int, int]


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
    nearest: dict[tuple[Place, str], Path] = {}
    for path in _all(program, what):
        if len(path.links) <= _SHORT:
            yield path
        # A route that should be plain is mended by itself, and nobody else with it.
        key = path.end, path.caller if what == "blocking" and path.caller in program.idle_routes else ""
        if path.links and (key not in nearest or len(path.links) < len(nearest[key].links)):
            nearest[key] = path
    yield from (path for path in nearest.values() if len(path.links) > _SHORT)


def _all(program: Program, what: Literal["blocking", "loops"]) -> Iterator[Path]:
    ways = _Ways(program, what)
    for function in program.functions.values():
        if "async" not in function.marks:
            continue
        own: Sequence[_End] = getattr(function, what)
        for end in program.reached(function, own, {}):
            place = program.call_place(function, end)
            yield Path(function.name, place, [], end[0], "", place)
        if "replaces" in function.marks:
            continue
        seen: set[str] = set()
        for call in program.reached(function, function.calls, {}):
            if call.callee not in ways.ends or call.callee in seen or call.is_awaited:
                continue
            if not program.runs_on_the_spot(function, call):
                continue
            path = ways.followed(function, call)
            if path is not None:
                seen.add(call.callee)
                yield path


def _ends(program: Program, what: Literal["blocking", "loops"]) -> dict[str, int]:
    """The plain functions from which the end can be reached, with the number of calls that it takes."""
    distance = {
        function.name: 0
        for function in program.functions.values()
        if getattr(function, what)
        and _is_plain(function)
        and not _is_refused(program, function)
        and not (what == "loops" and _is_moved(program, function))
    }
    callers: dict[str, list[FunctionFact]] = {}
    for function in program.functions.values():
        if _is_plain(function) and not _is_refused(program, function):
            for call in function.calls:
                if program.runs_on_the_spot(function, call):
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


def _is_refused(program: Program, function: FunctionFact) -> bool:
    """Tell whether a function lets another see to it that no loop is running, which raises where one is."""
    return any("insists" in program.marks(call.callee) for call in function.calls)


def _is_constructor(name: str) -> bool:
    """Tell a constructor: what its helpers do is up to its arguments, which differ from one object to the next."""
    return name.rpartition(".")[2] in {"__init__", "__new__", "__post_init__"}


def _is_plain(function: FunctionFact) -> bool:
    """A function whose body runs on the thread that calls it, and does the same wherever and for whomever that is."""
    return not {"async", "module", "asks", "either"} & set(function.marks)


class _Ways:
    """The ways from plain functions to an end, past what the arguments of the calls on them exclude."""

    def __init__(self, program: Program, what: Literal["blocking", "loops"]) -> None:
        self.program = program
        self.what = what
        self.ends = _ends(program, what)

    def followed(self, function: FunctionFact, call: CallFact) -> Path | None:
        """The path that begins with a call, if there is one."""
        steps = self._steps(function, call, {}, set())
        if steps is None:
            return None
        calls, last, end = steps
        links = [(one.name, step.callee, self.program.call_place(one, step)) for one, step in calls]
        made = sum(choices(one, step.line) for one, step in calls[1:]) + choices(last, end[1])
        if self.what == "loops" and self._is_done_before(last):
            made += _MOST_CHOICES + 1
        advice = "".join(f"; use {instead}" for instead in end[3:])
        return Path(function.name, links[0][2], links, end[0], advice, self.program.call_place(last, end), made)

    def _is_done_before(self, function: FunctionFact) -> bool:
        """Tell whether a function starts a loop once, and plain code calls it too, which mostly comes first."""
        callers = self.program.callers(function.name) if "once" in function.marks else ()
        return any("async" not in caller.marks for caller, _ in callers)

    def _steps(
        self, caller: FunctionFact, call: CallFact, values: Mapping[str, str], seen: set[tuple[str, str]]
    ) -> tuple[list[tuple[FunctionFact, CallFact]], FunctionFact, _End] | None:
        """The calls from one on, each with who makes it, and the end with the function that has it."""
        known = {name: text for name, given in call.given.items() if (text := values.get(given, given)) in _VALUES}
        state = call.callee, str(known)
        if state in seen or len(seen) > _MOST_TRIED:
            return None
        seen.add(state)
        function = self.program.functions[call.callee]
        own: Sequence[_End] = () if self.ends[function.name] else getattr(function, self.what)
        ends = self.program.reached(function, own, known)
        if ends:
            return [(caller, call)], function, min(ends, key=lambda one: choices(function, one[1]))
        for step in self._next(function, known):
            rest = self._steps(function, step, known, seen)
            if rest is not None:
                return [(caller, call), *rest[0]], *rest[1:]
        return None

    def _next(self, function: FunctionFact, values: Mapping[str, str]) -> Sequence[CallFact]:
        """The calls of a function that lead on, those from which the end is nearest first, in all cases if possible."""
        if _is_constructor(function.name):
            return ()
        leading = [call for call in function.calls if call.callee in self.ends]
        leading = [call for call in leading if self.program.runs_on_the_spot(function, call)]
        calls = self.program.reached(function, leading, values)
        return sorted(calls, key=lambda call: (self.ends[call.callee], choices(function, call.line)))


def choices(function: FunctionFact, line: int) -> int:
    """How many choices a function has made where a line is run."""
    return sum(first <= line <= last for first, last in function.chosen)
