"""The whole project after every file was run: who calls whom, and what becomes of parameters."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TypeVar

from duotone.analyzer.findings import Confidence, Finding, Place, Step
from duotone.analyzer.flow.deciding import is_open
from duotone.analyzer.flow.waiting.failing import made_at
from duotone.analyzer.flow.waiting.running import LOOP
from duotone.analyzer.rules.facts import CallFact, ClassFact, FileFacts, FunctionFact
from duotone.analyzer.rules.trust.suites import is_of_tests

__all__ = ["BY_SUPER", "Program", "spot"]

BY_SUPER = "`super()` leads to it, whatever overrides it"
"""What a proof says of a callee for which no override comes in."""

_MOST_SIBLINGS = 5
_AWAITING = frozenset({"()await", "()scheduled"})
_ASKING = frozenset({"asked", "entrusted", "escape"})
"""What is done with a function whose color is asked for, or may be."""

_C = TypeVar("_C", CallFact, tuple[str, int, int, str], tuple[str, int, int, str] | tuple[str, int, int])


class Program:
    """All files together."""

    def __init__(self, files: Sequence[FileFacts]) -> None:
        self.files = files
        self.functions: dict[str, FunctionFact] = {}
        self.paths: dict[str, str] = {}
        self.classes: dict[str, ClassFact] = {}
        self.values: set[str] = set()
        self.attributes: dict[str, set[str]] = {}
        for file in files:
            for function in file.functions:
                if "overload" in getattr(self.functions.get(function.name), "marks", ("overload",)):
                    self.functions[function.name] = function
                self.paths.setdefault(function.name, file.path)
            for one in file.classes:
                self.classes.setdefault(one.name, one)
                self.paths.setdefault(one.name, file.path)
            self.values.update(file.values)
            for name, kinds in file.attributes.items():
                self.attributes.setdefault(name, set()).update(kinds)
        self.patterns = {pattern for file in files for pattern in file.patterns}
        self.hidings = {file.path: file.hidings for file in files}
        self._fates: dict[str, frozenset[str]] = {}
        self._callers: dict[str, list[tuple[FunctionFact, CallFact]]] | None = None

    def callers(self, name: str) -> list[tuple[FunctionFact, CallFact]]:
        """Who calls a function, and where."""
        if self._callers is None:
            self._callers = {}
            for function in self.functions.values():
                for call in function.calls:
                    self._callers.setdefault(call.callee, []).append((function, call))
        return self._callers.get(name, [])

    def marks(self, name: str) -> Collection[str]:
        """The marks of a function; none where it is nobody's of the project."""
        function = self.functions.get(name)
        return function.marks if function is not None else ()

    def reached(self, function: FunctionFact, calls: Sequence[_C], values: Mapping[str, str]) -> Sequence[_C]:
        """Those of the calls of a function that it makes on a loop, by what is known of its parameters."""
        if not function.decided:
            return calls
        answered = {f"@{call.line}": "True" for call in function.calls if "answers" in self.marks(call.callee)}
        made = made_at((call.line, call.column, self._is_made(call)) for call in function.calls)
        known = {**values, **answered, **made, LOOP: "True"}
        return [call for call in calls if is_open(function.decided, call[1], call[2], known)]

    def _is_made(self, call: CallFact) -> bool:
        return "async" in self.marks(call.callee) and not call.is_awaited

    def is_test(self, name: str) -> bool:
        """Tell whether a function is a test, or stands in a file of tests."""
        path = self.paths.get(name, "")
        return name.rpartition(".")[2].startswith("test") or is_of_tests(path) or path in self._files_of_tests

    @functools.cached_property
    def _files_of_tests(self) -> frozenset[str]:
        """Files with functions that are tests by their names, and that nobody calls."""
        return frozenset(
            self.paths[name]
            for name, function in self.functions.items()
            if _is_collected(function) and not self.callers(name)
        )

    def lineage(self, name: str) -> set[str]:
        """A class and those of its bases that are known."""
        found: set[str] = set()
        waiting = [name]
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting += self.classes[name].bases if name in self.classes else ()
        return found

    def stand_ins(self, name: str) -> Iterator[str]:
        """The methods that mixins put in the place of one, in classes where they come before its own.

        What it overrides itself comes after it, whichever mixin has the same base.
        """
        owner, _, method = name.rpartition(".")
        overridden = self.lineage(owner)
        for bases in self._mixed:
            first = next((index for index, base in enumerate(bases) if owner in self.lineage(base)), 0)
            for mixin in set[str]().union(*map(self.lineage, bases[:first])).difference(overridden):
                if f"{mixin}.{method}" in self.functions:
                    yield f"{mixin}.{method}"

    @functools.cached_property
    def _mixed(self) -> Sequence[Sequence[str]]:
        """The bases of each class that has several."""
        return [one.bases for one in self.classes.values() if len(one.bases) > 1]

    def place(self, name: str) -> Place | None:
        """Where a function or class is defined."""
        fact = self.functions.get(name) or self.classes.get(name)
        if fact is None:
            return None
        column = fact.column if isinstance(fact, FunctionFact) else 1
        return Place(self.paths[name], fact.line, column, fact.line, column)

    def located(self, finding: Finding) -> Finding:
        """The finding with the places of definitions filled in, which may have moved since it was written."""
        names = [
            step.place.path.split(":", 2)[1]
            for step in finding.proof
            if step.place is not None and step.place.path.startswith("symbol:")
        ]
        if not names:
            return finding
        confidence, fix = finding.confidence, finding.fix
        is_open = all(step.text != BY_SUPER for step in finding.proof)
        if finding.code.startswith("DUO10") and (
            (is_open and any(map(self._is_recolored, names))) or self._may_be_wrapped(names[0], finding.symbol)
        ):
            # Some class of the project overrides the callee in the other color, and its objects may come this way.
            confidence, fix = Confidence.POSSIBLE, fix and dataclasses.replace(fix, is_safe=False)
        proof = [*map(self._located, finding.proof)]
        if finding.code.startswith("DUO10"):
            proof += self._siblings(names[0], finding)
        return dataclasses.replace(finding, proof=tuple(proof), confidence=confidence, fix=fix)

    def _may_be_wrapped(self, callee: str, caller: str) -> bool:
        """Tell whether plain code calls what others may call too, where the project puts plain ones in its place.

        An async function within another wraps such a one.
        """
        if "methods" not in self.attributes.get("recolors", ()) or callee not in self.functions:
            return False
        marks = self.marks(callee), self.marks(caller)
        is_for_others = bool({"method", "nested"}.intersection(marks[0])) or not callee.rpartition(".")[2].startswith(
            "_"
        )
        return is_for_others and "async" in marks[0] and "async" not in marks[1]

    def _siblings(self, name: str, finding: Finding) -> list[Step]:
        """Places that await what was lost here; what a decorator has made of another function is something else."""
        calls, (path, *start) = self.callers(name), spot(finding)
        here = [call.name for caller, call in calls if self.paths[caller.name] == path and [*call[1:3]] == start]
        awaited = [(caller, call) for caller, call in calls if call.is_awaited and call.name in {"", *here}]
        return [
            Step("sibling", f"`{caller.name.rstrip(':').rpartition('.')[2]}` awaits it", self.call_place(caller, call))
            for caller, call in awaited[:_MOST_SIBLINGS]
        ]

    def lets_loops_nest(self, path: str) -> bool:
        """Tell whether loops may nest in a file: something there, or anything but tests and notebooks, lets them."""
        return path in self._nesting or any(
            how == "anywhere" and not is_of_tests(one) and not one.endswith(".ipynb")
            for one, how in self._nesting.items()
        )

    @functools.cached_property
    def _nesting(self) -> Mapping[str, str]:
        return {file.path: how for file in self.files if (how := file.kept.get("DUO401"))}

    def is_loop_set(self, name: str, line: str) -> bool:
        """Tell whether a call that stands before a line of a function, or before a call of it, leads to a set loop.

        The fixtures of a test have been called before it.
        """
        if "equipped" in self.functions[name].marks:
            return True
        before = [(self.functions[name], int(line))]
        before += [(caller, call.line) for caller, call in self.callers(name)]
        waiting = [call.callee for function, end in before for call in function.calls if call.line < end]
        found = {*waiting}
        while waiting:
            function = self.functions.get(waiting.pop())
            if function is not None and "async" not in function.marks:
                if "sets" in function.marks:
                    return True
                new = {call.callee for call in function.calls} - found
                waiting += new
                found |= new
        return False

    @functools.cached_property
    def lends_loops(self) -> bool:
        """Whether something other than tests sets a new loop, and then runs what it can't name, such as jobs."""
        lending = [one for one in self.functions.values() if "lends" in one.marks and not self.is_test(one.name)]
        return any("entrusts" in one.marks or one.name in self.values for one in lending)

    @functools.cached_property
    def replaces_guessing(self) -> bool:
        """Whether a module other than tests assigns `asyncio.get_event_loop`, and so says which loop is guessed."""
        return any(file.kept.get("DUO402") and not is_of_tests(file.path) for file in self.files)

    @functools.cached_property
    def holds_tasks(self) -> bool:
        """Whether something other than tests makes the tasks of a loop in its own way, and may hold them."""
        return any(file.kept.get("DUO501", {}).get("factory") and not is_of_tests(file.path) for file in self.files)

    @functools.cached_property
    def _iterated(self) -> Mapping[str, Sequence[int]]:
        """The lines on which functions make generators that they go through themselves."""
        return {
            name: lines
            for file in self.files
            for name, lines in file.kept.get("DUO301", {}).get("iterated", {}).items()
        }

    def runs_on_the_spot(self, caller: FunctionFact, call: CallFact) -> bool:
        """Tell whether a call runs the body of what it calls; that of a generator runs where somebody iterates."""
        callee = self.functions.get(call.callee)
        if callee is None or "generator" not in callee.marks:
            return True
        return call.line in self._iterated.get(caller.name, ())

    @functools.cached_property
    def idle_routes(self) -> frozenset[str]:
        """Async functions that only wait on the spot, and that a framework would run on a thread if they were plain.

        Where async code awaits one as well, it would still be held up; where a decorator does, it would fail.
        """
        awaited = {
            name
            for file in self.files
            for name, takers in file.kept.get("DUO204", {}).items()
            if any(map(self._only_awaits, takers))
        }
        offloaded = {name for file in self.files for name in file.offloaded if name in self.functions} - awaited
        idle = {name for name in offloaded if not {"suspends", "generator"}.intersection(self.functions[name].marks)}
        return frozenset(
            name
            for name in idle
            if all(caller.name in idle or self.is_test(caller.name) for caller, _ in self.callers(name))
        )

    def _only_awaits(self, target: str) -> bool:
        """Tell whether what a parameter gives is awaited wherever it is called, and nobody may ask for its color."""
        fate = self.fate(target)
        called = {use for use in fate if use.startswith("()")}
        return bool(called) and called <= _AWAITING and fate.isdisjoint(_ASKING)

    @functools.cached_property
    def recolored(self) -> frozenset[str]:
        """Functions that some override has in the other color."""
        return frozenset(
            base
            for function in self.functions.values()
            for base in function.overrides
            if base in self.functions and _color(self.functions[base]) != _color(function)
        )

    def _is_recolored(self, name: str) -> bool:
        """Tell whether some class of the project has a method of the other color in the place of a function."""
        if name in self.recolored or name not in self.functions:
            return name in self.recolored
        color = _color(self.functions[name])
        return any(_color(self.functions[one]) != color for one in self.stand_ins(name))

    def _located(self, step: Step) -> Step:
        if step.place is None or not step.place.path.startswith("symbol:"):
            return step
        _, name, path = step.place.path.split(":", 2)
        place = self.place(name)
        if place is None and path:
            place = dataclasses.replace(step.place, path=path)
        return dataclasses.replace(step, place=place)

    def call_place(
        self, caller: FunctionFact, call: CallFact | tuple[str, int, int, str] | tuple[str, int, int]
    ) -> Place:
        """Where a call stands."""
        line, column = call[1], call[2]
        return Place(self.paths[caller.name], line, column, line, column)

    def is_lost(self, caller: FunctionFact, call: CallFact) -> bool:
        """Tell whether a call surely loses the coroutine that it makes."""
        return (self.paths[caller.name], call.line, call.column) in self.lost

    def fate(self, target: str) -> frozenset[str]:
        """Everything that becomes of a parameter ("function:parameter"), through all that it is passed on to."""
        found = self._fates.get(target)
        if found is None:
            reached = self.given_on(target)
            found = frozenset(use for one in reached for use in self.uses(one) if ":" not in use)
            self._fates[target] = found
        return found

    def uses(self, target: str) -> Collection[str]:
        """What is done with a parameter.

        "Class.attribute:[]" stands for the elements of a container, and "factory:()" for what the function within a
        decorator factory gets.
        """
        name, _, param = target.rpartition(":")
        function = self.functions.get(name)
        if param == "[]":
            return self.attributes.get(target, set()) - {"filled"}
        if param == "()" and function is not None and len(function.inner) == 1:
            inner = self.functions.get(function.inner[0])
            return next(iter(inner.params.values())) if inner is not None and len(inner.params) == 1 else {"escape"}
        return function.params[param] if function is not None and param in function.params else {"escape"}

    def given_on(self, target: str) -> Sequence[str]:
        """A parameter, and all those that it is passed on to."""
        return self._reached(target, lambda _: True)

    def containers(self, target: str) -> frozenset[str]:
        """The containers of attributes that a parameter is put into, through all that it is passed on to."""
        reached = self._reached(target, lambda one: not one.endswith(":[]"))
        return frozenset(one for one in reached if one.endswith(":[]"))

    def _reached(self, target: str, goes_on: Callable[[str], bool]) -> Sequence[str]:
        """A parameter, and whatever it is passed on to; each once, since there may be very many ways."""
        found = [target]
        known = {target}
        for one in found:
            passed = [use for use in self.uses(one) if ":" in use and use not in known] if goes_on(one) else []
            known.update(passed)
            found += passed
        return found

    @functools.cached_property
    def handlers(self) -> Mapping[str, Sequence[str]]:
        """The functions in each container of an attribute, where all of them are known."""
        found: dict[str, set[str]] = {}
        known: dict[str, int] = {}
        for file in self.files:
            for function, _, target, *_ in file.given:
                place = target.removeprefix("@")
                known[place] = known.get(place, 0) + 1
                for container in self.containers(place):
                    found.setdefault(container, set()).add(function)
        for target, count in known.items():
            is_all = target.endswith((":[]", ":()")) or len(self.callers(target.rpartition(":")[0])) <= count
            for container in () if is_all else self.containers(target):
                found.pop(container, None)
        return {name: sorted(names) for name, names in found.items() if "filled" not in self.attributes.get(name, ())}

    @functools.cached_property
    def lost(self) -> frozenset[tuple[str, int, int]]:
        """Where a coroutine is surely lost."""
        found = (finding for file in self.files for finding in file.findings if finding.code.startswith("DUO10"))
        return frozenset(map(spot, found))


def _color(function: FunctionFact) -> tuple[bool, bool]:
    """Whether calling a function gives something to await, or to go through with `async for`."""
    is_async, is_generator = "async" in function.marks, "generator" in function.marks
    return is_async and not is_generator, is_async and is_generator


def spot(finding: Finding) -> tuple[str, int, int]:
    """Where a finding stands."""
    return finding.place.path, finding.place.line, finding.place.column


def _is_collected(function: FunctionFact) -> bool:
    """Tell whether a function is a test by its name, where tests are looked for: in a module, or a class of them."""
    owner, _, name = function.name.rpartition(".")
    is_of_others = "method" in function.marks and "test" not in owner.rpartition(".")[2].lower()
    return name.startswith("test_") and not is_of_others and "nested" not in function.marks
