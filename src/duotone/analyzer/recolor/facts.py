"""What all files that were asked have said, put together: who overrides whom, and what parameters are given."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from duotone.analyzer.recolor.records import Definition, Mention, Slot, Survey
from duotone.analyzer.rules.fixing.seams import HARMLESS
from duotone.analyzer.rules.writer import short

__all__ = ["Facts"]


class Facts:
    """Mentions and definitions by their names, and what goes where."""

    def __init__(self) -> None:
        self.paths: set[str] = set()
        self.mentions: dict[object, Mention] = {}
        self.definitions: dict[str, Definition] = {}
        self.bases: dict[str, set[str]] = {}
        self.overriders: dict[str, set[str]] = {}
        self.given: dict[str, set[str]] = {}
        self.runners: set[str] = set()
        self.slots: dict[str, Slot] = {}

    def take(self, survey: Survey) -> None:
        """Take in what a file says; what was said of a place before stays."""
        self.paths.add(survey.path)
        for mention in survey.mentions:
            self.mentions.setdefault((mention.place, mention.use in {"annotated", "lost"}), mention)
        for definition in survey.definitions:
            if self.definitions.setdefault(definition.name, definition) is definition:
                for base in definition.overrides:
                    self._relate(base, definition.name)
        for base, name in survey.stands:
            self._relate(base, name)
        self.runners.update(survey.runners)
        self.slots.update((slot.name, slot) for slot in survey.slots)
        for target, name in survey.given:
            self.given.setdefault(target, set()).add(name)

    def _relate(self, base: str, name: str) -> None:
        self.bases.setdefault(name, set()).add(base)
        self.overriders.setdefault(base, set()).add(name)

    def called(self, name: str) -> Iterator[Mention]:
        """The mentions of a name that may mean a function."""
        last = name.rpartition(".")[2]
        return (
            one for one in self.mentions.values() if one.name == last and (not one.functions or name in one.functions)
        )

    def why_open(self, slot: str, targets: Collection[str]) -> str:
        """Say why a parameter may get something else than these functions, or be used for more than to be called."""
        function, _, param = slot.rpartition(":")
        known, definition = self.slots.get(slot), self.definitions.get(function)
        if known is None or definition is None:
            return f"`{short(function)}` does not call it itself"
        if known.reason:
            return known.reason
        others = self.given.get(slot, set()) - {*targets} - {"None"}
        if others:
            what = min(others)
            return (
                f"`{param}` of `{short(function)}` is given {'others' if what == '?' else f'`{short(what)}`'} as well"
            )
        odd = [text for text in definition.decorators if text.partition("(")[0] not in HARMLESS]
        if odd or definition.overrides or definition.foreign or self.overriders.get(function):
            return f"others than those that are known may call `{short(function)}`"
        if any(not one.is_sure or one.use == "value" for one in self.called(function)):
            return f"not all that is given to `{short(function)}` is known"
        return ""
