"""Which of the findings that wait for the whole project are right: what each of their conditions asks of it."""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable, Iterator, Sequence

from duotone.analyzer.findings import Finding
from duotone.analyzer.rules.facts import NEEDING, PLAIN
from duotone.analyzer.rules.families import Families
from duotone.analyzer.rules.program import Program, spot
from duotone.analyzer.rules.tasks.lasting import Lasting
from duotone.analyzer.rules.trust.shown import is_shown

__all__ = ["Conditions"]

_PROMISES = frozenset(
    {
        *("alike", "alone", "called elsewhere", "called here", "called plainly", "gives nothing", "gives plain"),
        *("in place", "not overridden", "not shown", "one color", "overridden", "replaced", "shown", "takes async"),
        *("takes plain", "unawaited call", "unseen call", "unwrapped", "waits"),
    }
)
_TOLD_ELSEWHERE = frozenset(
    {
        *("awaited", "no awaitable", "no awaited attribute", "no factory", "no loop set", "no mapping"),
        *("no nesting", "no plain test", "no task", "plain callers", "returns", "siblings", "sleeps", "suspends"),
        *("lent a loop", "loop", "no loop", "no loop lent", "no other way", "unwelcome"),
    }
)
_SEVERAL = 3
_SETTLING = frozenset({"await", "scheduled", "asked"})
_WELCOMING = frozenset({"await", "scheduled", "welcome"})
"""What is done with a parameter that takes coroutines, and not only functions."""
_CALLING = frozenset({"called", "()discard", "()unused", *(f"(){kind}" for kind in PLAIN)})
"""What is done with a parameter that is called for a plain result, or for none."""
_EITHER_WAY = _SETTLING | {f"(){kind}" for kind in _SETTLING}
_CAREFUL = frozenset({"await", "scheduled", "escape", "leave", "asked", "pass", "param", "yield"})
_TAKEN = PLAIN | {"discard"}
_LET_GO = PLAIN | {"discard", "escape", "pass"}
"""Uses after which nobody is known to await a value."""


class Conditions:
    """What verdicts leave open (see `flow.elsewhere.Verdict`), asked of all files together."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._families = Families(program)
        self._lasting = Lasting(program, self._families)

    def confirmed(self) -> Iterator[Finding]:
        """Findings that waited for the project, and are right; those with one cause are told once."""
        told: set[str] = set()
        for file in self._program.files:
            for conditions, finding in file.pending:
                if not any(all(map(self._is_confirmed, one.split(" and "))) for one in conditions.split("|")):
                    continue
                base = conditions.removeprefix("one color:").partition("&")[0]
                if not self._families.is_left_behind(base):
                    yield finding
                elif base not in told:
                    told.add(base)
                    yield self._families.of_base(base, finding)

    def _is_confirmed(self, condition: str) -> bool:
        if condition.startswith("return "):
            return self._is_returned_by_mistake(*condition.partition("&siblings:")[::2])
        if condition.startswith(("callers ", "given ", "led ")):
            return self._is_mistaken(*condition.partition(" ")[::2])
        kind, _, name = condition.partition(":")
        if kind in _TOLD_ELSEWHERE:
            return self._is_told_elsewhere(kind, name)
        if kind in _PROMISES:
            return self._is_kept_to(kind, name)
        if kind in {"attribute", "taken", "unawaited"}:
            return self._holds_result(kind, self._program.attributes.get(name, set()))
        return PLAIN >= self._fate(condition) != frozenset()

    def _fate(self, target: str) -> frozenset[str]:
        """What becomes of a parameter; of an empty method's, what those do with it that do what the method asks for."""
        taker, _, name = target.rpartition(":")
        found = self._program.fate(target)
        if found or "stub" not in self._program.marks(taker):
            return found
        fates = [self._program.fate(f"{one}:{name}") for one in self._families.below(taker)]
        return frozenset[str]().union(*fates) if all(fates) else frozenset()

    def _is_told_elsewhere(self, kind: str, name: str) -> bool:
        """Tell whether other code of the project says so: who awaits what, which classes can be, or what was begun."""
        match kind:
            case "awaited" | "no awaited attribute":
                found = (f"{kind.removeprefix('no ')} {name}" in self._program.attributes) == (kind == "awaited")
            case "no awaitable":
                found = name not in self._bases_of_awaitables
            case "no factory" | "no loop set":
                program = self._program
                found = not (program.holds_tasks if kind == "no factory" else program.is_loop_set(*name.split("&")))
            case "no mapping":
                found = not any("maps" in self._program.marks(one) for one in name.split(","))
            case "no nesting" | "no other way":
                program = self._program
                found = not (program.lets_loops_nest(name) if kind == "no nesting" else program.replaces_guessing)
            case "loop" | "no loop" | "no task" | "sleeps" | "suspends":
                found = self._is_to_be_held(kind, name)
            case "lent a loop" | "no loop lent" | "no plain test" | "plain callers":
                found = self._is_led_to(kind, name)
            case "unwelcome":
                found = _WELCOMING.isdisjoint(self._program.fate(name))
            case "returns":
                found = {"either", "refuses"}.isdisjoint(self._program.marks(name))
            case _:
                found = self._is_awaited_elsewhere(name)
        return found

    def _is_to_be_held(self, kind: str, name: str) -> bool:
        """Tell whether a function gives no task yet, or a coroutine of several steps, which only sleeps or not.

        Or whether no loop is running where it would make one.
        """
        lasting = self._lasting
        if kind == "no task":
            return not lasting.gives_task(name)
        if kind.endswith("loop"):
            return lasting.has_no_loop(name) is (kind == "no loop")
        return lasting.may_be_lost(name) and lasting.only_sleeps(name) is (kind == "sleeps")

    def _is_led_to(self, kind: str, name: str) -> bool:
        """Tell whether plain code leads to a function from where no loop is set, or one may be."""
        if kind in {"lent a loop", "no loop lent"}:
            return self._may_be_lent_a_loop(name) is (kind == "lent a loop")
        return self._is_entered(name) if kind == "plain callers" else not self._is_tested(name)

    def _is_entered(self, name: str) -> bool:
        """Tell whether plain code alone leads to a function: it begins with one that nobody calls, or a module.

        Tests that have a loop from their fixtures are no such beginning.
        """
        entries = (one for one in self._led_by(name) if "module" in self._program.marks(one) or not self._callers(one))
        return any("equipped" not in self._program.marks(one) for one in entries)

    def _may_be_lent_a_loop(self, name: str) -> bool:
        """Tell whether only what nobody calls leads to a function, where the project sets loops for what it can't name.

        What is decorated is called by a framework, and tests call for themselves.
        """
        program = self._program
        if not program.lends_loops:
            return False
        entries = [one for one in self._led_by(name) if "module" in program.marks(one) or not self._callers(one)]
        outside = [program.marks(one) for one in entries if not program.is_test(one)]
        return bool(outside) and all({"module", "decorated"}.isdisjoint(marks) for marks in outside)

    def _is_tested(self, name: str) -> bool:
        """Tell whether plain code alone leads from a test to a function."""
        return any(one != name and self._program.is_test(one) for one in self._led_by(name))

    def _led_by(self, name: str) -> Collection[str]:
        """The plain functions, and modules, that lead to a function, and itself."""
        waiting, found = [name], {name}
        while waiting:
            callers = self._callers(waiting.pop())
            plain = [one for one in callers if one not in found and "async" not in self._program.marks(one)]
            waiting += plain
            found.update(plain)
        return found

    def _callers(self, name: str) -> Collection[str]:
        """Who calls a function, or has made it: what stands in another is called while that one goes on, or after."""
        callers = {caller.name: None for caller, _ in self._program.callers(name)}
        around = name.rpartition(".")[0]
        return (
            [*callers, around]
            if "nested" in self._program.marks(name) and around in self._program.functions
            else [*callers]
        )

    def _passed_on(self, returned: str) -> set[str]:
        """What is done with a coroutine that a function returns, by all whom their callees return it to."""
        found: set[str] = set()
        waiting, seen = [returned], {returned}
        while waiting:
            for use in self._program.attributes.get(waiting.pop(), ()):
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
        is_taken_for_result = not _TAKEN.isdisjoint(uses)
        # Nobody knows who calls a function within a test that is used as a value, as stand-ins are.
        name = returned.removeprefix("return ")
        is_nested = "nested" in self._program.marks(name)
        is_given_away = name in self._program.values and is_nested and self._program.is_test(name)
        is_seen_whole = not is_given_away and _CAREFUL.isdisjoint(uses)
        is_proven = is_taken_for_result or is_seen_whole or self._is_awaited_elsewhere(callee)
        return _SETTLING.isdisjoint(uses) and is_proven

    def _is_mistaken(self, kind: str, names: str) -> bool:
        """Tell whether a coroutine is taken for its result by those who call a function, or one that is given it."""
        if kind == "callers":
            return self._is_taken_for_result(names)
        if kind == "led":
            uses = self._passed_on(f"return {names}")
            return _SETTLING.isdisjoint(uses) and not _TAKEN.isdisjoint(uses)
        return self._is_given_by_mistake(*names.split("&siblings:"))

    def _is_given_by_mistake(self, target: str, callee: str) -> bool:
        """Tell whether nobody is seen to await what a parameter or its attribute has, and others await the callee."""
        if target.rpartition(":")[0] in self._families.overridden:
            return False
        fate = self._program.fate(target)
        kept = {use for use in fate if use.startswith("kept ")}
        if any(f"awaited attribute {use.removeprefix('kept ')}" in self._program.attributes for use in kept):
            return False
        let_go = fate - kept - ({"stored"} if kept else set())
        return _LET_GO.issuperset(let_go) and self._is_awaited_elsewhere(callee)

    @staticmethod
    def _holds_result(kind: str, uses: Collection[str]) -> bool:
        """Tell whether what is done with an attribute is done with results, and not with coroutines."""
        if kind == "attribute":
            return not PLAIN.isdisjoint(uses) and PLAIN.issuperset({*uses} - {"leave", "return"})
        # Who takes an attribute of it has no use for a coroutine, wherever else it goes.
        return _SETTLING.isdisjoint(uses) and (kind == "unawaited" or "attribute" in uses)

    def _is_kept_to(self, promise: str, name: str) -> bool:
        """Tell whether what a function, a parameter, a decorator or the name of a method promises is what happens."""
        match promise:
            case "alike" | "alone" | "called elsewhere" | "called here":
                return self._is_lost_alike(name) if promise == "alike" else self._is_called(promise, name)
            case "unwrapped" | "waits":
                return f"{'handed on' if promise == 'unwrapped' else 'left'} {name}" not in self._program.attributes
            case "not overridden" | "one color" | "overridden":
                return self._is_in_family(promise, name)
            case "gives nothing" | "gives plain":
                function, _, where = name.partition("&")
                return self._gives_plain(function, where, is_nothing=promise == "gives nothing")
            case "unawaited call":
                family = [name, *self._families.members.get(name, ())]
                return not any(call.is_awaited for one in family for _, call in self._program.callers(one))
            case _:
                return self._takes(promise, name)

    def _is_in_family(self, promise: str, name: str) -> bool:
        """Tell whether others override a method, or whether one that does is called as its base in another color."""
        if promise == "one color":
            return self._families.is_at_odds(*name.split("&"))
        return any(self._families.below(name)) is (promise == "overridden")

    def _is_called(self, promise: str, name: str) -> bool:
        """Tell whether a function is called in the project: at all, by more than some calls, or once and for all."""
        name, _, seen = name.partition("&")
        calls, is_value = len(self._program.callers(name)), name in self._program.values
        if promise != "alone":
            return calls > int(seen or 0) or is_value
        return calls == 1 and not is_value and name not in self._families.overridden

    def _takes(self, promise: str, target: str) -> bool:
        """Tell whether a parameter is for functions of the color that its annotation says, and is seen to be called.

        A taker of the standard library is in its place unless the project has replaced it.
        """
        match promise:
            case "in place" | "replaced":
                return self._is_replaced(*target.split("&")) == (promise == "replaced")
            case "not shown" | "shown":
                return is_shown(self._program, target.split(",")) == (promise == "shown")
            case "takes async":
                # An annotation further on, where it is called, says that what it gives is no awaitable.
                fate = self._program.fate(target)
                return "call" not in fate or not _EITHER_WAY.isdisjoint(fate)
            case "takes plain":
                is_asked = any(map(self._takes_either, self._program.given_on(target)))
                return not is_asked and not self._is_handed_on(target)
            case _:
                return self._is_called_plainly(target) == (promise == "called plainly")

    @functools.cached_property
    def _bases_of_awaitables(self) -> frozenset[str]:
        """Classes whose objects may be awaited although they can't themselves, since some class below them can."""
        awaitable = [name.rpartition(".")[0] for name in self._program.functions if name.endswith(".__await__")]
        return frozenset(base for name in awaitable for base in self._program.lineage(name))

    def _may_give_awaitable(self, name: str) -> bool:
        """Tell whether calling a function may give something to await."""
        marks = self._program.marks(name)
        return "either" in marks or ("async" in marks and "generator" not in marks)

    def _takes_either(self, target: str) -> bool:
        """Tell whether what a parameter is given is asked for its color, or what it gives is awaited.

        What is done with one that is annotated as something else than a function isn't known.
        """
        taker, _, name = target.rpartition(":")
        function = self._program.functions.get(taker)
        if function is not None and name not in function.params:
            return True
        where = self._program.paths.get(taker, "")
        asked = {f"asked {name}", f"awaited {name}", f"asked {target.rpartition('.')[2]}", f"asked in {where}"}
        return not asked.isdisjoint(self._program.attributes) or not _EITHER_WAY.isdisjoint(self._program.uses(target))

    def _is_handed_on(self, target: str) -> bool:
        """Tell whether a parameter is kept in an attribute, and awaited there or handed on to somebody else to call."""
        kept = [use.removeprefix("kept ") for use in self._program.fate(target) if use.startswith("kept ")]
        return any(
            f"{way} {name}" in self._program.attributes for name in kept for way in ("asked", "awaited", "handed")
        )

    def _is_called_plainly(self, target: str) -> bool:
        """Tell whether what a parameter or a field is given is seen to be called, where the result goes no further.

        Methods that stand in for the one that takes it tell as well.
        """
        taker, _, name = target.rpartition(":")
        takers = (taker, *self._families.members.get(taker, ()))
        fate = {use for one in takers for use in self._program.fate(f"{one}:{name}")}
        kept = [use.removeprefix("kept ") for use in fate if use.startswith("kept ")]
        names = kept if taker in self._program.functions else [name]
        return not _CALLING.isdisjoint(fate) or any(f"called {one}" in self._program.attributes for one in names)

    def _is_replaced(self, name: str, where: str) -> bool:
        """Tell whether something else may stand in the place of a function; tests replace it for themselves."""
        replaced = self._program.attributes.get(f"replaced {name}", set())
        return "by code" in replaced or (bool(replaced) and where == "test")

    def _gives_plain(self, name: str, where: str, *, is_nothing: bool) -> bool:
        """Tell whether what awaits a function in vain is wrong, and not the annotation of what the function gives."""
        if self._is_replaced(name, where):
            return False
        marks = self._program.marks(name)
        calls = [call for _, call in self._program.callers(name)]
        is_usual = (len(calls) > 1 and self._is_awaited_by_most([name])) or (
            sum(call.is_awaited for call in calls) >= _SEVERAL
        )
        if (
            not {"either", "starts"}.isdisjoint(marks)
            or (is_nothing and "gives" in marks)
            or ("vague" in marks and is_usual)
        ):
            return False
        if not is_nothing and "open" in marks:
            return False
        others = (*self._families.members.get(name, ()), *self._program.stand_ins(name))
        if is_nothing and "fails" in marks and not others:
            return False  # nobody comes back from it to await something
        return not any(map(self._may_give_awaitable, others)) and not self._is_built_on_others(name)

    def _is_built_on_others(self, name: str) -> bool:
        """Tell whether a method gives what another of its object does, and a class below has that be awaitable."""
        waiting, seen = [name], {name}
        for one in waiting:
            own = {mark[1:] for mark in self._program.marks(one) if mark.startswith(".")} - seen
            if any(map(self._may_remake, self._remakes(own))):
                return True
            seen |= own
            waiting += own
        return False

    def _remakes(self, names: Iterable[str]) -> Iterator[str]:
        """The methods of classes below, or what else stands in the place of some methods."""
        for name in names:
            yield from self._families.below(name)
            yield from self._program.stand_ins(name)

    def _may_remake(self, name: str) -> bool:
        """Tell whether a method may give something to await, by its body or since nothing tells what it gives."""
        return self._may_give_awaitable(name) or not {"starts", "untold"}.isdisjoint(self._program.marks(name))

    def _is_taken_for_result(self, name: str) -> bool:
        """Tell whether several calls of a plain function are seen, and all of them need more than a coroutine."""
        uses = self._program.attributes.get(f"return {name}", set())
        is_seen_whole = name not in self._program.values and name not in self._families.overridden
        return is_seen_whole and len(self._program.callers(name)) > 1 and bool(uses) and uses <= NEEDING

    def _is_awaited_elsewhere(self, name: str) -> bool:
        """Tell whether those who call a function await it on the spot or surely need the result, but for a few."""
        return (
            self._is_awaited_by_most([name])
            or self._is_awaited_by_most([name, *self._families.members.get(name, ())])
            or self._is_awaited_by_most([name, *self._families.beside(name)])
        )

    def _is_awaited_by_most(self, names: Sequence[str]) -> bool:
        calls = [
            (self._program.paths[caller.name], call) for name in names for caller, call in self._program.callers(name)
        ]
        awaited = sum(call.is_awaited for _, call in calls)
        needed = sum((path, call.line, call.column) in self._program.lost for path, call in calls)
        suspected = sum((path, call.line, call.column) in self._suspected for path, call in calls)
        # What is only declared to be awaitable is believed where somebody awaits it.
        told = awaited + needed if awaited or all("async" in self._program.marks(name) for name in names) else 0
        others = len(calls) - awaited - needed - suspected
        return told > 0 and told >= suspected and others <= told // 3

    def _is_lost_alike(self, name: str) -> bool:
        """Tell whether all who call a function await it, lose it, or keep what it gives under the name of its result.

        What nobody awaits and many keep so may be meant to be a coroutine.
        """
        if name in self._program.values or name in self._families.overridden:
            return False
        calls = self._program.callers(name)
        kept = [
            (self._program.paths[caller.name], call.line, call.column)
            for caller, call in calls
            if not call.is_awaited and not self._program.is_lost(caller, call)
        ]
        return self._kept_alike.issuperset(kept) and (len(kept) < len(calls) or len(kept) <= _SEVERAL)

    @functools.cached_property
    def _kept_alike(self) -> frozenset[tuple[str, int, int]]:
        """Where a coroutine is kept under the name of a result."""
        return frozenset(
            spot(finding)
            for file in self._program.files
            for conditions, finding in file.pending
            if "|alike:" in conditions
        )

    @functools.cached_property
    def _suspected(self) -> frozenset[tuple[str, int, int]]:
        """Where a coroutine may be lost."""
        return (
            frozenset(spot(finding) for file in self._program.files for _, finding in file.pending) - self._program.lost
        )
