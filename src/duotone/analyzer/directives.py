"""What comments say to the analyzer: `noqa`, `ruff: ignore` and `duotone: allow`, read out of source text."""

from __future__ import annotations

import dataclasses
import enum
import re

from duotone.analyzer.comments import Comment, Source

__all__ = ["Directive", "Kind", "directives_of", "may_have_directives"]

_CODE = r"(?:[A-Za-z]+[0-9]+|DUO)\b"
_NOQA = re.compile(rf"\#\s*noqa(?P<rest>\s*:\s*(?P<codes>{_CODE}(?:[\s,]+{_CODE})*)|(?!\s*:)\b)?", re.IGNORECASE)
_RUFF = re.compile(r"\#\s*ruff:\s*ignore\[(?P<names>[\w\s,-]+)\]")
# A reason may speak of "#12", and ends where the comment of another tool begins.
_NEXT = r"(?=\s+\#\s*(?:noqa|[a-z]+:)|\s*$)"
_ALLOW = re.compile(
    rf"\#\s*duotone:\s*(?P<verb>allow(?:-file)?)(?![\w-])(?P<words>[^#]*?)(?:(?:^|\s)--(?P<reason>.*?))?{_NEXT}",
    re.IGNORECASE,
)
# What other tools call it, and what fingers make of `allow`.
_MISTAKEN = re.compile(
    r"\#\s*duotone:\s*(?P<verb>all?ows|allowed|alow(?:-file)?|allwo|disable|ignore(?:-file)?|no-?qa|off|skip|suppress)"
    r"(?![\w-])[\s:=\[(]*(?P<word>[a-z][\w-]*)?",
    re.IGNORECASE,
)
_WORD = re.compile(r"[\w-]+")
_OURS = re.compile(r"DUO[0-9]*", re.IGNORECASE)


class Kind(enum.Enum):
    """How far a directive reaches."""

    NOQA = "noqa"
    ALLOW = "allow"
    ALLOW_FILE = "allow-file"
    MISTAKEN = "mistaken"


@dataclasses.dataclass(frozen=True, slots=True)
class Directive:
    """One directive; `words` are the rules that it names, and a `noqa` without any means all.

    Columns are those of the directive in its line, counted from 1, the end exclusive. `others` are the codes of other
    tools that it names as well.
    """

    kind: Kind
    line: int
    column: int
    end_column: int
    words: tuple[str, ...]
    is_alone: bool
    cell: int | None = None
    has_reason: bool = True
    others: tuple[str, ...] = ()
    verb: str = ""
    """The word that stands where `allow` should, in one that is mistaken."""

    @property
    def is_blanket(self) -> bool:
        """Whether it is a `noqa` for everything."""
        return self.kind is Kind.NOQA and not self.words and not self.others


def may_have_directives(text: str, *, has_findings: bool) -> bool:
    """Say quickly whether a text has to be read for directives at all.

    Without findings only what may be unused matters, and what is for other tools can't be.
    """
    lowered = text.lower()
    if "duotone:" in lowered:
        return True
    return (has_findings and "ruff:" in lowered) or ("noqa" in lowered and (has_findings or "duo" in lowered))


def directives_of(source: Source, cell: int | None = None) -> list[Directive]:
    """Return the directives of one text, in order."""
    return [
        directive
        for comment in source.comments
        if "noqa" in comment.text.lower() or "duotone:" in comment.text.lower() or "ruff:" in comment.text
        for directive in _in_comment(comment, cell)
    ]


def _in_comment(comment: Comment, cell: int | None) -> list[Directive]:
    found: list[Directive] = []
    for match in _NOQA.finditer(comment.text):
        if match["rest"] is None:
            continue  # what follows are no codes, or more of another word
        codes = re.split(r"[\s,]+", match["codes"]) if match["codes"] else []
        ours = tuple(code.upper() for code in codes if _OURS.fullmatch(code))
        others = tuple(code for code in codes if not _OURS.fullmatch(code))
        found.append(_directive(Kind.NOQA, comment, match, ours, cell=cell, others=others))
    for match in _RUFF.finditer(comment.text):
        others = tuple(_WORD.findall(match["names"]))
        found.append(_directive(Kind.NOQA, comment, match, (), cell=cell, others=others))
    for match in _ALLOW.finditer(comment.text):
        words = tuple(_WORD.findall(match["words"]))
        has_reason = bool((match["reason"] or "").strip())
        found.append(_directive(Kind(match["verb"].lower()), comment, match, words, cell=cell, has_reason=has_reason))
    for match in _MISTAKEN.finditer(comment.text):
        words = (match["word"],) if match["word"] else ()
        one = _directive(Kind.MISTAKEN, comment, match, words, cell=cell)
        found.append(dataclasses.replace(one, verb=match["verb"]))
    return found


def _directive(  # noqa: PLR0913  # it puts together what the two forms have in common
    kind: Kind,
    comment: Comment,
    match: re.Match[str],
    words: tuple[str, ...],
    *,
    cell: int | None,
    has_reason: bool = True,
    others: tuple[str, ...] = (),
) -> Directive:
    return Directive(
        kind=kind,
        line=comment.line,
        column=comment.column + match.start(),
        end_column=comment.column + len(match[0].rstrip()) + match.start(),
        words=words,
        is_alone=comment.is_alone,
        cell=cell,
        has_reason=has_reason,
        others=others,
    )
