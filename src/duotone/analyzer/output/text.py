"""The output for people: the fault in its source, why it is one, what hides it, and the fix."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence

from duotone.analyzer.findings import Confidence, Finding, Fix, Place, Step
from duotone.analyzer.output.changes import Change, changes
from duotone.analyzer.output.characters import one_line
from duotone.analyzer.output.context import Context
from duotone.analyzer.output.excerpts import excerpt
from duotone.analyzer.output.ink import Ink, Style
from duotone.analyzer.output.sources import Sources
from duotone.analyzer.output.tally import Tally
from duotone.analyzer.output.wording import label, message, step_label

__all__ = ["Page", "write"]

# Steps that are no link of the proof stand below it under a word of their own.
_ASIDES = {"hidden": "hidden", "sibling": "right", "commit": "fixed", "next": "then", "plan": "plan"}
_MOST_ASIDES = 5
_MOST_LINES = 12  # of a fix
_INDENT = " " * 10
_NOWHERE = Place("", 0, 0, 0, 0)


def write(findings: Iterable[Finding], context: Context) -> str:
    """Write every finding with its proof, equal ones of a function as one, and a last line that sums them up."""
    found = tuple(findings)
    page = Page(context, Ink(color=context.color, unicode=context.unicode))
    blocks = ["\n".join((*page.block(first), *page.also(others))) for first, *others in _together(found)]
    return "\n\n".join((*blocks, str(Tally.of(found, context)))) + "\n"


class Page:
    """Writes findings one by one; other formats take a block of it as the text of a finding."""

    def __init__(self, context: Context, ink: Ink, sources: Sources | None = None) -> None:
        self._width = max(40, context.width)
        self._ink = ink
        self._sources = sources or Sources(context.read)

    def block(self, finding: Finding) -> Iterator[str]:
        """Yield the lines of one finding."""
        yield from self._header(finding)
        source = list(self._source(finding))
        yield from source
        if source and (finding.proof or finding.fix):
            yield ""
        proof = [step for step in finding.proof if step.kind not in _ASIDES]
        yield from self._proof(proof, finding.place)
        for kind, word in _ASIDES.items():
            yield from self._aside(word, [step for step in finding.proof if step.kind == kind], finding.place)
        if finding.fix:
            yield from self._fix(finding.fix, finding.place)

    def also(self, others: Sequence[Finding]) -> Iterator[str]:
        """Yield where the same is to be said again."""
        if others:
            lines = [*dict.fromkeys(f"{finding.place.line:,}" for finding in others)]
            yield ""
            yield self._labelled("also", f"in {'line' if len(lines) == 1 else 'lines'} {', '.join(lines)}")

    def _header(self, finding: Finding) -> Iterator[str]:
        ink, severity = self._ink, finding.severity
        where = ink(label(finding.place, unicode=ink.unicode), "strong")
        yield f"{where} {ink(self._line(finding.code), severity)} {self._line(finding.name)}".rstrip()
        sure = "" if finding.confidence is Confidence.CERTAIN else f" ({finding.confidence.word})"
        yield f"{ink(severity.value, severity)}{sure}: {ink(self._line(message(finding)), 'strong')}"

    def _source(self, finding: Finding) -> Iterator[str]:
        place, lines = finding.place, self._sources.lines(finding.place.path, finding.place.cell)
        if not 1 <= place.line <= len(lines):
            return
        gutter = len(str(place.line + 1)) + 2
        line, is_long = lines[place.line - 1], place.end_line > place.line
        end = len(line.rstrip()) if is_long else place.end_column - 1
        shown = excerpt(line, place.column - 1, end, room=self._width - gutter - 3, ink=self._ink)
        # Beside a line that begins with its middle, the lines around it would only mislead.
        around = () if shown.is_cut else lines
        marks = " " * shown.start + self._ink(shown.marks[shown.start :], finding.severity)
        yield ""
        yield from self._neighbor(around, place.line - 1, gutter)
        yield self._row(str(place.line), shown.text, gutter)
        yield self._row("", marks + (f" to line {place.end_line}" if is_long else ""), gutter)
        yield from self._neighbor(around, place.line + 1, gutter)

    def _neighbor(self, lines: Sequence[str], number: int, gutter: int) -> Iterator[str]:
        if 1 <= number <= len(lines) and lines[number - 1].strip():
            shown = excerpt(lines[number - 1], 0, 1, room=self._width - gutter - 3, ink=self._ink)
            yield self._row(str(number), shown.text, gutter)

    def _proof(self, steps: Sequence[Step], origin: Place) -> Iterator[str]:
        for number, step in enumerate(steps, 1):
            word = "why" if number == 1 else ""
            yield from self._step(word, f"{number}. {self._line(step.text or step.kind)}", step.place, origin, inner=3)

    def _aside(self, word: str, steps: Sequence[Step], origin: Place) -> Iterator[str]:
        for number, step in enumerate(steps[:_MOST_ASIDES]):
            yield from self._step("" if number else word, self._line(step.text or step.kind), step.place, origin)
        if len(steps) > _MOST_ASIDES:
            yield f"{_INDENT}and {len(steps) - _MOST_ASIDES:,} more"

    def _step(self, word: str, text: str, place: Place | None, origin: Place, inner: int = 0) -> Iterator[str]:
        where = "" if place is None else "  " + self._ink(step_label(place, unicode=self._ink.unicode), "faint")
        yield self._labelled(word, text + where)
        if place is None or _same_line(place, origin):
            return
        line = (self._sources.line(place) or "").strip()
        if line:
            yield self._short(place.line, line, len(_INDENT) + inner)

    def _short(self, number: int, line: str, indent: int) -> str:
        gutter = indent + len(str(number))
        shown = excerpt(line, 0, 1, room=self._width - gutter - 3, ink=self._ink)
        return self._row(str(number), shown.text, gutter)

    def _fix(self, fix: Fix, origin: Place) -> Iterator[str]:
        safety = "safe" if fix.is_safe else "unsafe"
        yield self._labelled("fix", f"{self._line(fix.title)} ({safety})".lstrip())
        lines = [line for change in changes(fix, self._sources) for line in self._change(change, origin)]
        yield from lines[:_MOST_LINES]
        if len(lines) > _MOST_LINES:
            yield f"{_INDENT}{self._ink.more} {len(lines) - _MOST_LINES:,} more lines"

    def _change(self, change: Change, origin: Place) -> Iterator[str]:
        if (change.place.path, change.place.cell) != (origin.path, origin.cell):
            yield _INDENT + self._ink(label(change.place, unicode=self._ink.unicode), "faint")
        margin = _margin((*change.removed, *change.added))
        sides: tuple[tuple[str, Style, tuple[str, ...]], ...] = (
            ("-", "removed", change.removed),
            ("+", "added", change.added),
        )
        digits = len(str(change.line + max(len(change.removed), len(change.added)) - 1))
        for sign, style, lines in sides:
            for number, line in enumerate(lines, change.line):
                room = self._width - len(_INDENT) - digits - 3
                shown = excerpt(line[margin:], 0, 1, room=room, ink=self._ink).text
                text = self._ink(f"{sign} {shown}".rstrip(), style)
                yield f"{_INDENT}{self._ink(f'{number:>{digits}}', 'gutter')} {text}"

    def _row(self, number: str, text: str, gutter: int) -> str:
        edge = self._ink(f"{number:>{gutter}} {self._ink.bar}", "gutter")
        return f"{edge} {text}" if text else edge

    def _labelled(self, word: str, text: str) -> str:
        return f"  {self._ink(f'{word:<6}', 'strong') if word else ' ' * 6}  {text}"

    def _line(self, text: str) -> str:
        return one_line(text, unicode=self._ink.unicode)


def _together(findings: Iterable[Finding]) -> Iterable[list[Finding]]:
    """Put those of one function together that say the same, and have neither a proof nor a fix of their own."""
    groups: dict[object, list[Finding]] = {}
    for finding in findings:
        is_alone = bool(finding.proof or finding.fix or not finding.symbol)
        same = dataclasses.replace(finding, place=_NOWHERE, fingerprint="")
        groups.setdefault(id(finding) if is_alone else (finding.place.path, finding.place.cell, same), []).append(
            finding
        )
    return groups.values()


def _same_line(one: Place, other: Place) -> bool:
    return (one.path, one.cell, one.line) == (other.path, other.cell, other.line)


def _margin(lines: Sequence[str]) -> int:
    """Return how many characters of indentation all lines share, blank ones aside."""
    filled = [line for line in lines if line.strip()]
    if not filled or any("\t" in line[: len(line) - len(line.lstrip())] for line in filled):
        return 0  # tabs take their room from the column where they stand
    return min(len(line) - len(line.lstrip()) for line in filled)
