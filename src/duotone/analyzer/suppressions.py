"""Suppressions: findings that a comment allows are dropped, and a comment that allows nothing is a finding."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from duotone.analyzer.comments import Source
from duotone.analyzer.directives import Directive, Kind, directives_of, may_have_directives
from duotone.analyzer.findings import Confidence, Edit, Finding, Fix, Place, Severity
from duotone.analyzer.selection import is_meant
from duotone.analyzer.settings import closest
from duotone.analyzer.texts import cells_of

__all__ = ["Suppressed", "suppress"]

_SAME = {
    "DUO201": re.compile("RUF029|ASYNC124|unused-async"),
    "DUO301": re.compile("ASYNC(2[0-9]+|10[0-2])|(blocking|create|run|wait)-[a-z-]+-in-async-function"),
    "DUO501": re.compile("RUF006|asyncio-dangling-task"),
}
"""What ruff and flake8-async call the same fault, or called it once, by code or by name."""
_OF_DLINT = re.compile("DUO1[0-3][0-9]")
"""The codes of dlint, which begin as ours do and stand after the same word."""
_UNREADABLE, _UNUSED, _UNUSED_NAME = "DUO001", "DUO002", "unused-suppression"


@dataclasses.dataclass(frozen=True, slots=True)
class Suppressed:
    """Findings of one file after its comments were heard: kept, dropped, and what is wrong with the comments."""

    kept: list[Finding]
    dropped: list[Finding]
    unused: list[Finding]
    is_for_us: bool = False
    """Whether a comment that names one of our rules was needed."""


def suppress(
    findings: Sequence[Finding],
    text: str,
    path: str,
    *,
    rules: Mapping[str, str] | None = None,
    is_active: Callable[[str], bool] | None = None,
) -> Suppressed:
    """Apply the comments of one file to its findings.

    A comment counts on the first and the last line of the statement and on the flagged line; an `allow` that is alone
    on its line counts for the statement below it, and a `noqa` for what other linters call the same fault. With
    `rules`, which are names by code, a comment that names none of them is reported; with `is_active`, a comment for a
    rule that didn't run is not called unused.
    """
    if not may_have_directives(text, has_findings=bool(findings)):
        return Suppressed(list(findings), [], [])
    file = _File(text, path)
    if not file.directives:
        return Suppressed(list(findings), [], [])
    used: set[tuple[int, str]] = set()
    kept: list[Finding] = []
    dropped: list[Finding] = []
    for finding in findings:
        (dropped if file.suppresses(finding, used) else kept).append(finding)
    if any(finding.code == _UNREADABLE for finding in findings):
        return Suppressed(kept, dropped, [])  # what could not be read may be what a comment is for
    judge = _Judge(file, used, rules or {}, is_active or _always)
    is_for_us = bool(used)
    return Suppressed(kept, dropped, [one for one in judge.findings() if not file.suppresses(one, used)], is_for_us)


def _always(_code: str) -> bool:
    return True


class _File:
    """The directives of a file, with the lines that each of them is for."""

    def __init__(self, text: str, path: str) -> None:
        self.path = path
        pieces = enumerate(cells_of(text), 1) if path.endswith(".ipynb") else [(None, text)]
        self._sources: dict[int | None, Source] = {cell: Source(piece) for cell, piece in pieces}
        self.directives = [
            directive for cell, source in self._sources.items() for directive in directives_of(source, cell)
        ]
        self._targets = [self._target(directive) for directive in self.directives]

    def suppresses(self, finding: Finding, used: set[tuple[int, str]]) -> bool:
        """Say whether some directive drops a finding, and note which words of which directives did."""
        place = finding.place
        lines: frozenset[int] | None = None
        is_dropped = False
        for index, directive in enumerate(self.directives):
            words = [word for word in directive.words if is_meant(word, finding.code, finding.name)]
            if not words and not directive.is_blanket and not _is_told(finding.code, directive):
                continue
            if directive.kind is Kind.MISTAKEN:
                continue
            if directive.kind is not Kind.ALLOW_FILE:
                if directive.cell != place.cell:
                    continue
                if lines is None:
                    lines = self._lines(place)
                if lines.isdisjoint(self._targets[index]):
                    continue
            is_dropped = True
            used.update((index, word) for word in words)
        return is_dropped

    def line(self, directive: Directive) -> str:
        """Return the line that a directive stands on, without its end."""
        return self._sources[directive.cell].line(directive.line).rstrip("\r\n")

    def is_last_line(self, directive: Directive) -> bool:
        """Say whether nothing follows the line of a directive."""
        return directive.line >= self._sources[directive.cell].last_line

    def _lines(self, place: Place) -> frozenset[int]:
        """Return the lines on which a comment counts for a place."""
        source = self._sources.get(place.cell)
        if source is None:
            return frozenset({place.line})
        first, last = source.logical(place.line)
        end = place.end_line if place.end_line <= last else place.line
        return frozenset({place.line, first, last, end})

    def _target(self, directive: Directive) -> frozenset[int]:
        if directive.kind is not Kind.ALLOW or not directive.is_alone:
            return frozenset({directive.line})
        source = self._sources[directive.cell]
        return frozenset(_below(source, directive.line))


def _is_told(code: str, directive: Directive) -> bool:
    """Say whether another linter was told of the same fault that it is none."""
    same = _SAME.get(code)
    return same is not None and any(map(same.fullmatch, directive.others))


def _below(source: Source, line: int) -> Iterator[int]:
    """Yield the line that a comment stands above, and with decorators also that of what they decorate."""
    while True:
        line += 1
        while line <= source.last_line and source.line(line).lstrip()[:1] in {"", "#"}:
            line += 1
        if line > source.last_line:
            return
        yield line
        if not source.line(line).lstrip().startswith("@"):
            return
        line = source.logical(line)[1]


class _Judge:
    """Says what is wrong with directives: unused, unknown, or without a reason."""

    def __init__(
        self, file: _File, used: set[tuple[int, str]], rules: Mapping[str, str], is_active: Callable[[str], bool]
    ) -> None:
        self._file = file
        self._used = used
        self._rules = rules
        self._is_active = is_active

    def findings(self) -> Iterator[Finding]:
        """Yield one finding for each directive with which something is wrong."""
        if not self._is_active(_UNUSED):
            return
        for index, directive in enumerate(self._file.directives):
            message = self._message(index, directive)
            if message:
                yield self._finding(directive, message, self._fix(index, directive))

    def _message(self, index: int, directive: Directive) -> str | None:
        if directive.kind is Kind.MISTAKEN:
            return self._mistake(directive)
        if directive.kind is not Kind.NOQA:
            if not directive.words:
                return f"`{directive.kind.value}` names no rule; write # duotone: {directive.kind.value} RULE -- reason"
            if not directive.has_reason:
                words = ", ".join([word for word in directive.words if self._codes(word)] or directive.words)
                return f"a reason is needed: write # duotone: {directive.kind.value} {words} -- why it is right here"
        for word in directive.words:
            if self._rules and not self._codes(word):
                like = closest(word, [*self._rules, *self._rules.values()])
                return f"there is no rule {word!r}" + (f"; did you mean {like!r}?" if like else "; see `duotone rules`")
        unused = self._unused(index, directive)
        if not unused:
            return None
        where = "in this file" if directive.kind is Kind.ALLOW_FILE else "here"
        return f"nothing {where} needs this suppression of {' and '.join(unused)}; remove it"

    def _mistake(self, directive: Directive) -> str | None:
        if not all(map(self._codes, directive.words)):
            return None  # prose
        rule = directive.words[0] if directive.words else "RULE"
        verb = "allow-file" if "file" in directive.verb.lower() else "allow"
        return f"`{directive.verb}` is no word of ours; write # duotone: {verb} {rule} -- why it is right here"

    def _codes(self, word: str) -> list[str]:
        return [code for code, name in self._rules.items() if is_meant(word, code, name)]

    def _unused(self, index: int, directive: Directive) -> list[str]:
        return [word for word in directive.words if (index, word) not in self._used and self._has_run(word)]

    def _has_run(self, word: str) -> bool:
        """Say whether all that a word means has run, so that its silence says something."""
        if word in {_UNUSED, _UNUSED_NAME}:
            return False  # it is heard only after this question
        codes = self._codes(word)
        return all(map(self._is_active, codes)) if codes else self._is_active(word)

    def _fix(self, index: int, directive: Directive) -> Fix | None:
        unused = [] if directive.kind is Kind.MISTAKEN else self._unused(index, directive)
        rest = [word for word in (*directive.words, *directive.others) if word not in unused]
        if not unused or (rest and directive.kind is not Kind.NOQA):
            return None
        edit = self._removal(directive)
        if rest:
            edit = Edit(self._place(directive, directive.column, directive.end_column), f"# noqa: {', '.join(rest)}")
        return Fix("Remove the suppression", (edit,), is_safe=True)

    def _removal(self, directive: Directive) -> Edit:
        line, start, end = self._file.line(directive), directive.column, directive.end_column
        before, after = line[: start - 1], line[end - 1 :]
        if after.strip():
            # Another comment follows, and takes its place.
            end += len(after) - len(after.lstrip())
        elif before.strip() or self._file.is_last_line(directive):
            start = len(before.rstrip()) + 1
        else:
            place = self._place(directive, 1, 1)
            return Edit(dataclasses.replace(place, end_line=directive.line + 1), "")
        return Edit(self._place(directive, start, end), "")

    def _place(self, directive: Directive, start: int, end: int) -> Place:
        return Place(self._file.path, directive.line, start, directive.line, end, directive.cell)

    def _finding(self, directive: Directive, message: str, fix: Fix | None) -> Finding:
        may_be_others = directive.kind is Kind.NOQA and all(map(_OF_DLINT.fullmatch, directive.words))
        return Finding(
            code=_UNUSED,
            name=_UNUSED_NAME,
            message=message,
            severity=Severity.WARNING,
            confidence=Confidence.POSSIBLE if may_be_others else Confidence.CERTAIN,
            place=self._place(directive, directive.column, directive.end_column),
            fix=fix,
        )
