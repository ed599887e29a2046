"""The whole project after every file was run: who calls whom, what becomes of parameters, and what waits for both."""

from __future__ import annotations

import dataclasses
import functools
import typing
from collections.abc import Collection, Iterator, Mapping, Sequence

from duotone.analyzer.findings import Confidence, Finding, Place, Severity, Step

__all__ = ["NEEDING", "PLAIN", "CallFact", "ClassFact", "FileFacts", "FunctionFact", "Program", "hidden"]

_LONGEST = 20
"""A value that was passed on so often is followed no further."""


_MOST_SIBLINGS = 5


class CallFact(typing.NamedTuple):
    """One call: of whom, where, and whether the result is awaited on the spot."""

    callee: str
    line: int
    column: int
    is_awaited: bool


class FunctionFact(typing.NamedTuple):
    """What the rest of the project needs to know of a function.

    `params` says for each parameter that is untyped or a function what the body does with it: kinds of uses, those of
    a result of calling it ("()await"), "function:parameter" for where it is passed on, and "entrusted" where it goes to
    what may run it. `marks` are short words:
    "async", "generator", "stub", "overload", "refuses" (only raises), "fallback" (for an import), "injected" (something
    is made as a default), "suspends", "method", "decorated", "foreign" (a base that can't be read), "protocol",
    "nested", "asks" (on which thread it is), "replaces" (what it calls, as tests do), "gives" (something other than
    None), "open" (what another method of its object gives, which its class doesn't know), "vague" (something that can't
    be read), "either" (a coroutine is among what it returns).
    `inner` are the functions within it that it returns.
    """

    name: str
    line: int
    column: int
    marks: Sequence[str]
    calls: Sequence[CallFact]
    params: Mapping[str, Sequence[str]]
    blocking: Sequence[tuple[str, int, int, str]]
    loops: Sequence[tuple[str, int, int]]
    overrides: Sequence[str]
    inner: Sequence[str]


class ClassFact(typing.NamedTuple):
    """A class: its bases, and its public methods by color."""

    name: str
    line: int
    bases: Sequence[str]
    marks: Sequence[str]


@dataclasses.dataclass(slots=True)
class FileFacts:
    """What one file gives to the program; everything in it survives a trip through JSON.

    `kept` has, by code, what the rules with a hook `collect(file, writer)` want to know of the file in `on_program`.
    `hidings` are the blocks whose failures a broad handler swallows: first line, line after the last, and the
    line, the column and the text of the handler.
    """

    path: str
    module: str
    lines: int
    findings: list[Finding]
    pending: list[tuple[str, Finding]]
    functions: list[FunctionFact]
    classes: list[ClassFact]
    values: list[str]
    given: list[tuple[str, str, str, int, int, int]]
    attributes: dict[str, list[str]]
    dispatched: list[tuple[list[str], int, int, int, str]]
    offloaded: list[str]
    patterns: list[str]
    kept: dict[str, typing.Any]
    hidings: list[tuple[int, int, int, int, str]]
    is_marked: bool = False
    """Whether the text may have comments for the analyzer."""


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
        self._hidings = {file.path: file.hidings for file in files}
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

    @functools.cached_property
    def files_of_tests(self) -> frozenset[str]:
        """Files with functions that are tests by their names, and that nobody calls."""
        return frozenset(
            self.paths[name]
            for name in self.functions
            if name.rpartition(".")[2].startswith("test_") and not self.callers(name)
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
        confidence = finding.confidence
        if finding.code.startswith("DUO10") and self.recolored.intersection(names):
            # Some class of the project overrides the callee in the other color, and its objects may come this way.
            confidence = Confidence.POSSIBLE
        proof = [*map(self._located, finding.proof)]
        if finding.code.startswith("DUO10"):
            proof += self._siblings(names[0])
        return dataclasses.replace(finding, proof=tuple(proof), confidence=confidence)

    def masked(self, finding: Finding) -> Finding:
        """The finding with the handler that swallows the error it leads to, where there is one."""
        line = finding.place.line
        around = [row for row in self._hidings[finding.place.path] if row[0] <= line < row[1]]
        if finding.severity is not Severity.ERROR or not around:
            return finding
        step = hidden(finding.place.path, *around[-1][2:])
        return dataclasses.replace(finding, proof=(*finding.proof, step))

    def _siblings(self, name: str) -> list[Step]:
        """Places that await what was lost here."""
        awaited = [(caller, call) for caller, call in self.callers(name) if call.is_awaited]
        return [
            Step("sibling", f"`{caller.name.rstrip(':').rpartition('.')[2]}` awaits it", self.call_place(caller, call))
            for caller, call in awaited[:_MOST_SIBLINGS]
        ]

    @functools.cached_property
    def recolored(self) -> frozenset[str]:
        """Functions that some override has in the other color."""
        return frozenset(
            base
            for function in self.functions.values()
            for base in function.overrides
            if base in self.functions and _color(self.functions[base]) != _color(function)
        )

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
        return (self.paths[caller.name], call.line, call.column) in self._lost

    def fate(self, target: str, seen: frozenset[str] = frozenset()) -> frozenset[str]:
        """Everything that becomes of a parameter ("function:parameter"), through all that it is passed on to."""
        if target in self._fates:
            return self._fates[target]
        if target in seen or len(seen) > _LONGEST:
            return frozenset()
        found: set[str] = set()
        for use in self._uses(target):
            if ":" in use:
                found |= self.fate(use, seen | {target})
            else:
                found.add(use)
        result = frozenset(found)
        if not seen:
            self._fates[target] = result
        return result

    def _uses(self, target: str) -> Collection[str]:
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

    def containers(self, target: str, seen: frozenset[str] = frozenset()) -> frozenset[str]:
        """The containers of attributes that a parameter is put into, through all that it is passed on to."""
        if target.endswith(":[]"):
            return frozenset({target})
        if target in seen or len(seen) > _LONGEST:
            return frozenset()
        passed = [use for use in self._uses(target) if ":" in use]
        return frozenset(found for use in passed for found in self.containers(use, seen | {target}))

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

    def confirmed(self) -> Iterator[Finding]:
        """Findings that waited for the project, and are right."""
        for file in self.files:
            for conditions, finding in file.pending:
                if any(map(self._is_confirmed, conditions.split("|"))):
                    yield finding

    def _is_confirmed(self, condition: str) -> bool:
        if condition.startswith("return "):
            return self._is_returned_by_mistake(*condition.partition("&siblings:")[::2])
        if condition.startswith(("callers ", "given ")):
            return self._is_mistaken(*condition.partition(" ")[::2])
        kind, _, name = condition.partition(":")
        if kind in {"awaited", "siblings"}:
            return self._is_awaited_elsewhere(name) if kind == "siblings" else f"awaited {name}" in self.attributes
        if kind in {
            "alone",
            "gives nothing",
            "gives plain",
            "one color",
            "takes async",
            "takes plain",
            "unawaited call",
        }:
            return self._is_kept_to(kind, name)
        if kind in {"attribute", "taken", "unawaited"}:
            return self._holds_result(kind, self.attributes.get(name, set()))
        return PLAIN >= self.fate(condition) != frozenset()

    def _passed_on(self, returned: str) -> set[str]:
        """What is done with a coroutine that a function returns, by all whom their callees return it to."""
        found: set[str] = set()
        waiting, seen = [returned], {returned}
        while waiting:
            for use in self.attributes.get(waiting.pop(), ()):
                found.add(use)
                if use.startswith("return ") and use not in seen:
                    seen.add(use)
                    waiting.append(use)
        return found

    def _is_returned_by_mistake(self, returned: str, callee: str) -> bool:
        """Tell whether nobody awaits once more what awaiting gave.

        Who drops it or needs more proves it, and so do those who call the same function, where all of them await it.
        """
        uses = self._passed_on(returned)
        is_taken_for_result = not PLAIN.isdisjoint(uses) or "discard" in uses
        # Nobody knows who calls a function within another that is used as a value, as stand-ins are.
        name = returned.removeprefix("return ")
        is_given_away = name in self.values and "nested" in getattr(self.functions.get(name), "marks", ())
        is_seen_whole = not is_given_away and _CAREFUL.isdisjoint(uses)
        is_proven = is_taken_for_result or is_seen_whole or self._is_awaited_elsewhere(callee)
        return _SETTLING.isdisjoint(uses) and is_proven

    def _is_mistaken(self, kind: str, names: str) -> bool:
        """Tell whether a coroutine is taken for its result by those who call a function, or by one that is given it."""
        if kind == "callers":
            return self._is_taken_for_result(names)
        return self._is_given_by_mistake(*names.split("&siblings:"))

    def _is_given_by_mistake(self, target: str, callee: str) -> bool:
        """Tell whether nobody is seen to await what a parameter is given, and others await the callee."""
        is_seen_whole = target.rpartition(":")[0] not in self._overridden
        return is_seen_whole and _LET_GO.issuperset(self.fate(target)) and self._is_awaited_elsewhere(callee)

    @staticmethod
    def _holds_result(kind: str, uses: Collection[str]) -> bool:
        """Tell whether what is done with an attribute is done with results, and not with coroutines."""
        if kind == "attribute":
            return not PLAIN.isdisjoint(uses) and PLAIN.issuperset({*uses} - {"leave", "return"})
        # Who takes an attribute of it has no use for a coroutine, wherever else it goes.
        return _SETTLING.isdisjoint(uses) and (kind == "unawaited" or "attribute" in uses)

    def _is_kept_to(self, promise: str, name: str) -> bool:
        """Tell whether what a function, a parameter or the name of a method promises is what happens."""
        match promise:
            case "alone":
                return len(self.callers(name)) == 1 and name not in self.values and name not in self._overridden
            case "one color":
                method = name.rpartition(".")[2]
                is_asked = f"asked {method}" in self.attributes or self._is_looked_up(name, method)
                return not is_asked and not self._is_of_twins(name)
            case "takes async":
                # An annotation further on, where it is called, says that what it gives is no awaitable.
                fate = self.fate(name)
                return "call" not in fate or not _EITHER_WAY.isdisjoint(fate)
            case "takes plain":
                return not any(map(self._takes_either, self._given_on(name))) and not self._is_handed_on(name)
            case "unawaited call":
                family = [name, *self._family.get(name, ())]
                return not any(call.is_awaited for one in family for _, call in self.callers(one))
            case _:
                function, _, where = name.partition("&")
                return self._gives_plain(function, where, is_nothing=promise == "gives nothing")

    def _may_give_awaitable(self, name: str) -> bool:
        """Tell whether calling a function may give something to await."""
        marks = {*self.functions[name].marks} if name in self.functions else set[str]()
        return "either" in marks or ("async" in marks and "generator" not in marks)

    def _takes_either(self, target: str) -> bool:
        """Tell whether what a parameter is given is asked for its color, or what it gives is awaited."""
        name = target.rpartition(":")[2]
        where = self.paths.get(target.rpartition(":")[0], "")
        asked = {f"asked {name}", f"awaited {name}", f"asked {target.rpartition('.')[2]}", f"asked in {where}"}
        return not asked.isdisjoint(self.attributes) or not _EITHER_WAY.isdisjoint(self._uses(target))

    def _is_handed_on(self, target: str) -> bool:
        """Tell whether a parameter is kept in an attribute, and handed on from there to somebody else to call."""
        kept = [use.removeprefix("kept ") for use in self.fate(target) if use.startswith("kept ")]
        return any(f"handed {attribute}" in self.attributes for attribute in kept)

    def _given_on(self, target: str) -> Sequence[str]:
        """A parameter, and all those that it is passed on to."""
        found = [target]
        for one in found:
            found += [use for use in self._uses(one) if ":" in use and use not in found]
        return found

    def _is_of_twins(self, name: str) -> bool:
        """Tell whether a method is overridden by two classes that differ in color, and by `Async` in their names."""
        colors: dict[str, bool] = {}
        for one in self._family.get(name, ()):
            colors[one.split(".")[-2]] = "async" in self.functions[one].marks if one in self.functions else False
        return any(
            is_async and "Async" in owner and colors.get(owner.replace("Async", "", 1)) is False
            for owner, is_async in colors.items()
        )

    def _is_looked_up(self, name: str, method: str) -> bool:
        """Tell whether a method is only called by whoever puts its name together, and takes either color."""
        if any(method.startswith(pattern[:-1]) for pattern in self.patterns if len(pattern) > _SHORTEST):
            return True
        if not method.startswith("_") or name not in self.functions:
            return False
        callers = [caller for one in (name, *self._family.get(name, ())) for caller, _ in self.callers(one)]
        return all(caller.name.rpartition(".")[2] == method for caller in callers)

    def _gives_plain(self, name: str, where: str, *, is_nothing: bool) -> bool:
        """Tell whether what awaits a function in vain is wrong, and not the annotation of what the function gives.

        Tests replace methods for themselves.
        """
        replaced = self.attributes.get(f"replaced {name}", set())
        if "by code" in replaced or (replaced and where == "test"):
            return False
        marks = {*self.functions[name].marks} if name in self.functions else set[str]()
        is_usual = len(self.callers(name)) > 1 and self._is_awaited_by_most([name])
        if "either" in marks or (is_nothing and "gives" in marks) or ("vague" in marks and is_usual):
            return False
        if not is_nothing and "open" in marks:
            return False
        return not any(map(self._may_give_awaitable, self._family.get(name, ())))

    def _is_taken_for_result(self, name: str) -> bool:
        """Tell whether several calls of a plain function are seen, and all of them need more than a coroutine."""
        uses = self.attributes.get(f"return {name}", set())
        is_seen_whole = name not in self.values and name not in self._overridden
        return is_seen_whole and len(self.callers(name)) > 1 and bool(uses) and uses <= NEEDING

    @functools.cached_property
    def _overridden(self) -> frozenset[str]:
        """Methods that override others or are overridden, so that calls of the one may be calls of the other."""
        overriding = [function for function in self.functions.values() if function.overrides]
        return frozenset(name for function in overriding for name in (function.name, *function.overrides))

    def _is_awaited_elsewhere(self, name: str) -> bool:
        """Tell whether those who call a function await it on the spot or surely need the result, but for a few."""
        return self._is_awaited_by_most([name]) or self._is_awaited_by_most([name, *self._family.get(name, ())])

    @functools.cached_property
    def _family(self) -> Mapping[str, Collection[str]]:
        """The methods that each method overrides or is overridden by, which are called in its place."""
        found: dict[str, set[str]] = {}
        for function in self.functions.values():
            for base in function.overrides:
                found.setdefault(function.name, set()).add(base)
                found.setdefault(base, set()).add(function.name)
        return found

    def _is_awaited_by_most(self, names: Sequence[str]) -> bool:
        calls = [(self.paths[caller.name], call) for name in names for caller, call in self.callers(name)]
        awaited = sum(call.is_awaited for _, call in calls)
        needed = sum((path, call.line, call.column) in self._lost for path, call in calls)
        suspected = sum((path, call.line, call.column) in self._suspected for path, call in calls)
        others = len(calls) - awaited - needed - suspected
        return awaited > 0 and awaited + needed >= suspected and others <= awaited // 3

    @functools.cached_property
    def _lost(self) -> frozenset[tuple[str, int, int]]:
        """Where a coroutine is surely lost."""
        found = (finding for file in self.files for finding in file.findings if finding.code.startswith("DUO10"))
        return frozenset(map(_spot, found))

    @functools.cached_property
    def _suspected(self) -> frozenset[tuple[str, int, int]]:
        """Where a coroutine may be lost."""
        return frozenset(_spot(finding) for file in self.files for _, finding in file.pending) - self._lost


def _color(function: FunctionFact) -> tuple[bool, bool]:
    """Whether calling a function gives something to await, or to go through with `async for`."""
    is_async, is_generator = "async" in function.marks, "generator" in function.marks
    return is_async and not is_generator, is_async and is_generator


def _spot(finding: Finding) -> tuple[str, int, int]:
    return finding.place.path, finding.place.line, finding.place.column


def hidden(path: str, line: int, column: int, text: str) -> Step:
    """The step that shows the handler which swallows the failure."""
    return Step("hidden", f"`{text}` swallows the error that this leads to", Place(path, line, column, line, column))


_SHORTEST = 3
"""A name that begins with fewer characters than these could be any."""
_SETTLING = frozenset({"await", "scheduled", "asked"})
_EITHER_WAY = _SETTLING | {f"(){kind}" for kind in _SETTLING}
_CAREFUL = frozenset({"await", "scheduled", "escape", "leave", "asked", "pass", "param", "yield"})
PLAIN = frozenset(
    {
        *("absence", "annotation", "argument", "attribute", "call", "comparison", "condition", "enter", "identity"),
        *("isinstance", "iterate", "key", "match", "operation", "subscript", "text", "unpack"),
    }
)
"""Uses that need the result itself: a coroutine that meets only these was never meant to be one."""
_LET_GO = PLAIN | {"discard", "escape", "pass"}
"""Uses after which nobody is known to await a value."""
NEEDING = frozenset({"argument", "attribute", "iterate", "operation", "subscript", "unpack"})
"""Uses that fail on a coroutine."""
