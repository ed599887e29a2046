"""From the named functions to everything that changes with them: families, forwarders, callers, and what stays open."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterable, Iterator, Sequence

from duotone.analyzer.findings import Edit
from duotone.analyzer.recolor.facts import Facts
from duotone.analyzer.recolor.imports import adjusted
from duotone.analyzer.recolor.linking import Linked
from duotone.analyzer.recolor.marks import is_mark
from duotone.analyzer.recolor.plan import Plan
from duotone.analyzer.recolor.records import (
    NEEDS_COROUTINE,
    Definition,
    Direction,
    Mention,
    Point,
    Site,
    Slot,
    Verdict,
)
from duotone.analyzer.recolor.remarks import remarks
from duotone.analyzer.rules.fixing.seams import HARMLESS, MANAGERS
from duotone.analyzer.rules.writer import short

__all__ = ["planned"]


def planned(
    linked: Linked,
    functions: Sequence[str],
    direction: Direction,
    *,
    cascade: bool = False,
    seams: Collection[str] = (),
) -> Plan:
    """Plan the recoloring of functions, given by their dotted names."""
    planner = _Planner(linked, functions, direction, frozenset(seams), is_cascading=cascade)
    planner.close()
    plan = planner.plan()
    edits = plan.edits
    names = {name.rpartition(".")[2] for name in planner.targets}
    said = remarks(linked, names, direction, {edit.place.path for edit in edits})
    return dataclasses.replace(plan, imports=tuple(adjusted(linked, edits)), remarks=tuple(said))


def _is_harmless(decorator: str) -> bool:
    return decorator.partition("(")[0] in HARMLESS or decorator in MANAGERS or is_mark(decorator)


class _Planner:
    """Collects what files say until nothing more joins, and judges every site then."""

    def __init__(
        self,
        linked: Linked,
        functions: Sequence[str],
        direction: Direction,
        seams: frozenset[str],
        *,
        is_cascading: bool,
    ) -> None:
        self.linked = linked
        self.asked = tuple(functions)
        self.direction = direction
        self.seams = seams
        self.is_cascading = is_cascading
        self.joined: dict[str, str] = {}
        self.forwarders: set[str] = set()
        self.facts = Facts()
        self.surveyed: set[str] = set()
        self.followed: set[str] = set()

    @property
    def _names(self) -> set[str]:
        return {name.rpartition(".")[2] for name in self.targets}

    @property
    def targets(self) -> set[str]:
        return {*self.asked, *self.joined}

    def close(self) -> None:
        """Ask about names until no function joins any more."""
        while self._survey() or self._follow() or self._join():
            pass

    def _survey(self) -> bool:
        """Ask about names that nobody was asked about yet; say whether there were any."""
        asked = (*self.targets, *self._callers_of_slots())
        fresh = {name.rpartition(".")[2] for name in asked} - self.surveyed
        if fresh:
            self.surveyed |= fresh
            classes = {owner[-1]: ".".join(owner[:-1]) for owner in self._owners()}
            for survey in self.linked.survey(fresh, self.direction, classes):
                self.facts.take(survey)
        return bool(fresh)

    def _follow(self) -> bool:
        """Ask who calls functions and what others do with coroutines, once for each; say whether there were any."""
        callees, takers = self._owners_of_receivers() - self.followed, self._takers() - self.followed
        self.followed |= callees | takers
        for survey in self.linked.follow(callees, takers, self.direction, self.facts.paths):
            self.facts.take(survey)
        return bool(callees or takers)

    def _owners(self) -> Iterator[list[str]]:
        """The classes of the named methods."""
        for name in self.asked:
            definition = self.facts.definitions.get(name)
            owner = name.rpartition(".")[0].split(".")
            if (definition is None or definition.is_method) and owner[-1][:1].isupper():
                yield owner

    def _owners_of_receivers(self) -> set[str]:
        """Functions whose untyped parameter a name is looked up on: who calls them decides what it is."""
        names, uses = self._names, NEEDS_COROUTINE | {"dropped", "kept", "forwarded"}
        return {
            mention.receiver.rpartition(":")[0]
            for mention in self.facts.mentions.values()
            if mention.receiver and mention.name in names and mention.use in uses and not mention.is_in_document
        }

    def _takers(self) -> set[str]:
        """Functions that are given a coroutine of ours, and may do no more than run it."""
        return {mention.taker for mention in self.facts.mentions.values() if mention.taker and self._is_ours(mention)}

    def _callers_of_slots(self) -> set[str]:
        """Functions that one of ours is given to, and that may do no more than call it."""
        return {slot.rpartition(":")[0] for slot in self._slots()}

    def _slots(self) -> set[str]:
        """The parameters that functions of ours are given to."""
        return {mention.slot for mention in self.facts.mentions.values() if mention.slot and self._is_ours(mention)}

    def _join(self) -> bool:
        """Let functions join that have to change with the others; say whether any did."""
        before = len(self.joined)
        for name in [*self.targets]:
            for base in self.facts.bases.get(name, ()):
                self._add(base, f"`{short(name)}` overrides it")
            for other in self.facts.overriders.get(name, ()):
                self._add(other, f"it overrides `{short(name)}`")
        for mention in self.facts.mentions.values():
            if self._is_ours(mention):
                self._join_caller(mention)
        if self.is_cascading and self.direction is Direction.SYNC and len(self.joined) == before:
            for name, reason in self._losing():
                if not reason:
                    self._add(name, "it awaits nothing else")
        return len(self.joined) > before

    def _join_caller(self, mention: Mention) -> None:
        around = self.facts.definitions.get(mention.within)
        if around is None or mention.within in self.targets:
            return
        if self.direction is Direction.SYNC:
            if mention.use == "forwarded" and not around.is_async:
                self.forwarders.add(mention.within)
                self._add(mention.within, f"it returns what `{short(self._functions(mention)[0])}` gives")
        elif not mention.is_within_async and not self._seam(around) and not mention.reason:
            self._add(mention.within, f"it calls `{short(self._functions(mention)[0])}`")

    def _add(self, name: str, reason: str) -> None:
        if name not in self.asked and name in self.facts.definitions:
            self.joined.setdefault(name, reason)

    def _seam(self, definition: Definition) -> str:
        """Say what keeps a function sync where something that it calls becomes async, or nothing."""
        if definition.stays:
            return definition.stays
        if definition.name in self.linked.started:
            return "a script or an entry point of the project starts it"
        if definition.foreign:
            return _FOREIGN.format(definition.foreign)
        return "it was declared a seam" if definition.name in self.seams else ""

    # What a mention means.

    def _functions(self, mention: Mention) -> tuple[str, ...]:
        """The functions that a mention may mean; on an untyped parameter, those of what all calls give to it."""
        if mention.functions or not mention.receiver:
            return mention.functions
        classes = self.facts.given.get(mention.receiver, set())
        found = [f"{name}.{mention.name}" for name in classes]
        return tuple(found) if found and all(name in self.targets for name in found) else ()

    def _is_ours(self, mention: Mention) -> bool:
        functions = self._functions(mention)
        is_sure = mention.is_sure or not mention.functions
        return bool(functions) and is_sure and all(name in self.targets for name in functions)

    # The verdicts.

    def plan(self) -> Plan:
        """Judge every site."""
        sites: list[Site] = []
        elsewhere = 0
        names = self._names
        for mention in sorted(self.facts.mentions.values(), key=lambda one: one.place):
            site = self._site(mention) if mention.name in names else None
            if site is None:
                elsewhere += mention.name in names and mention.use != "lost"
            else:
                sites.append(site)
        definitions = [self._defined(name) for name in sorted(self.targets)]
        return Plan(
            self.direction,
            self.asked,
            tuple(sorted(self.joined.items())),
            tuple(definitions),
            tuple(sites),
            tuple(self._losing()),
            elsewhere,
        )

    def _site(self, mention: Mention) -> Site | None:
        """What becomes of a mention, or None where it means something else."""
        functions = self._functions(mention)
        if not functions:
            return self._unknown(mention)
        others = [name for name in functions if name not in self.targets]
        if len(others) == len(functions) or (mention.use == "lost" and mention.within not in self.asked):
            return None
        if others or not self._is_ours(mention):
            what = f"it may also be `{short(others[0])}`" if others else "what it is called on isn't sure"
            verdict = Verdict.REFUSED if mention.use in NEEDS_COROUTINE else Verdict.OPEN
            return self._judged(mention, verdict, what)
        if mention.use == "annotated":
            return self._annotated(mention)
        return self._given(mention) if mention.slot and self.direction is Direction.SYNC else self._ours(mention)

    def _annotated(self, mention: Mention) -> Site | None:
        """An annotation describes a function that changes color, or one that passes on what such a function gives."""
        is_asked = mention.functions == (mention.within,) and mention.within in self.asked
        if is_asked and mention.is_within_async is (self.direction is Direction.ASYNC):
            return None
        if mention.reason:
            return self._judged(mention, Verdict.OPEN, mention.reason)
        return self._judged(mention, Verdict.CHANGED, "", mention.edits)

    def _given(self, mention: Mention) -> Site:
        """A function that is given away changes color where whoever takes it takes no others, and calls it itself."""
        reason = self.facts.why_open(mention.slot, self.targets)
        if reason:
            return self._judged(mention, Verdict.REFUSED, reason)
        edits = self.facts.slots[mention.slot].edits
        return self._judged(mention, Verdict.CHANGED if edits else Verdict.RIGHT, "", edits)

    def _ours(self, mention: Mention) -> Site:
        if self.direction is Direction.ASYNC and not mention.is_in_document and mention.use != "mocked":
            becomes_async = mention.is_within_async or mention.within in self.targets - self.forwarders
            if not becomes_async:
                return self._at_seam(mention)
        if any(name not in self.targets for name in mention.partners):
            return self._judged(mention, Verdict.REFUSED, _BESIDE[mention.use])
        if mention.taker in self.facts.runners and self.direction is Direction.SYNC:
            return self._judged(mention, Verdict.CHANGED, "", mention.unwrapped)
        if mention.reason:
            return self._judged(mention, Verdict.REFUSED, mention.reason)
        if mention.edits:
            return self._judged(mention, Verdict.CHANGED, "", mention.edits)
        return self._judged(mention, Verdict.RIGHT, _RIGHT.get(mention.use, ""))

    def _at_seam(self, mention: Mention) -> Site:
        """What stays sync calls an async function over the bridge."""
        around = self.facts.definitions.get(mention.within)
        reason = self._seam(around) if around is not None else "a module can't await"
        if mention.bridge:
            return self._judged(mention, Verdict.CHANGED, reason, mention.bridge)
        return self._judged(mention, Verdict.REFUSED, mention.reason or "there is no place for the bridge here")

    def _unknown(self, mention: Mention) -> Site | None:
        """A mention of which nothing is known matters where it uses a color that the named functions lose."""
        if self.direction is Direction.SYNC and mention.use not in NEEDS_COROUTINE:
            return None
        if self.direction is Direction.ASYNC and (mention.use == "value" or mention.use in NEEDS_COROUTINE):
            return None
        owner = mention.text.partition("(")[0].rpartition(".")[0]
        reason = f"nothing says what `{owner}` is" if owner else "nothing says what it is"
        return self._judged(mention, Verdict.OPEN, reason)

    def _judged(self, mention: Mention, verdict: Verdict, reason: str, edits: Iterable[Edit] = ()) -> Site:
        words = (mention.text, reason, mention.within)
        return Site(mention.place, mention.use, verdict, *words, tuple(edits), is_in_document=mention.is_in_document)

    def _defined(self, name: str) -> Site:
        definition = self.facts.definitions[name]
        reason = self._obstacle(definition)
        verdict = Verdict.REFUSED if reason else Verdict.CHANGED
        if definition.is_async is (self.direction is Direction.ASYNC) or name in self.forwarders:
            verdict, reason = Verdict.RIGHT, "it only passes on what it gets" if name in self.forwarders else ""
        edits = definition.edits if verdict is Verdict.CHANGED else ()
        return Site(definition.place, "definition", verdict, short(name), reason, name, edits)

    def _obstacle(self, definition: Definition) -> str:
        """Why a definition can't be turned, or nothing."""
        if definition.foreign:
            return _FOREIGN.format(definition.foreign)
        if self.direction is Direction.ASYNC:
            return self._seam(definition)
        odd = [text for text in definition.decorators if not _is_harmless(text)]
        if odd and definition.name in self.asked:
            return f"`@{odd[0]}` may need the color that it has"
        left = self._left(definition)
        return f"it suspends in line {left[0][0]}, which this recoloring doesn't change" if left else ""

    def _closed(self) -> Iterator[Slot]:
        """The parameters that get nothing but functions of ours."""
        for slot in self._slots():
            if not self.facts.why_open(slot, self.targets):
                yield self.facts.slots[slot]

    def _left(self, definition: Definition) -> list[Point]:
        """The suspension points that a function has left."""
        removed = {
            point
            for mention in self.facts.mentions.values()
            if mention.within == definition.name
            and mention.place.path == definition.place.path
            and self._is_ours(mention)
            for point in mention.removed
        }
        removed |= {point for slot in self._closed() if slot.within == definition.name for point in slot.removed}
        return sorted(point for point in definition.suspensions if point not in removed)

    def _losing(self) -> Iterator[tuple[str, str]]:
        """Async functions that await nothing any more, and why they stay async all the same."""
        if self.direction is Direction.ASYNC:
            return
        callers = {
            mention.within for mention in self.facts.mentions.values() if mention.removed and self._is_ours(mention)
        }
        callers |= {slot.within for slot in self._closed()}
        for name in sorted(callers - self.targets):
            definition = self.facts.definitions.get(name)
            if definition is not None and definition.is_async and definition.suspensions and not self._left(definition):
                yield name, self._keeper(definition)

    @staticmethod
    def _keeper(definition: Definition) -> str:
        """What asks a function to be async, or nothing."""
        if definition.foreign or definition.overrides:
            return "it overrides a method"
        odd = [text for text in definition.decorators if not _is_harmless(text) and not text.startswith("pytest.mark.")]
        if odd:
            return f"`@{odd[0].partition('(')[0]}` may ask for it"
        return "it yields" if definition.is_stream else definition.stays


_BESIDE = {
    "entered": "the `with` enters something else beside it; give each a `with` of its own",
    "gathered": "`gather` takes coroutines of other functions beside it",
}
_FOREIGN = "it overrides a method of `{}`, which is not part of the project"
_RIGHT = {
    "dropped": "its coroutine was dropped here, so it never ran; it will",
    "forwarded": "it is passed on",
}
