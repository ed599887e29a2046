"""From what was found to what is shown: the choice of rules, comments, fingerprints and the baseline, in this order."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

from duotone.analyzer import baseline
from duotone.analyzer.findings import Confidence, Finding, path_in
from duotone.analyzer.fingerprints import with_fingerprints
from duotone.analyzer.selection import Selection
from duotone.analyzer.settings import Settings
from duotone.analyzer.suppressions import suppress
from duotone.analyzer.texts import Texts

__all__ = ["Sifted", "sift"]

_UNUSED = "DUO002"


@dataclasses.dataclass(frozen=True, slots=True)
class Sifted:
    """What is shown, what comments, doubt and the baseline hide, and baseline entries that no longer occur."""

    shown: tuple[Finding, ...]
    suppressed: int = 0
    doubtful: int = 0
    baselined: baseline.Baselined | None = None
    entries: tuple[baseline.Entry, ...] = ()


def sift(  # noqa: PLR0913  # a run is made of these, and nothing else puts them together
    findings: Sequence[Finding],
    files: Iterable[Path],
    settings: Settings,
    rules: Mapping[str, str],
    texts: Texts,
    *,
    marked: Collection[str] | None = None,
) -> Sifted:
    """Sort out the findings of one group of files; `rules` are the names of all rules by code.

    `marked` has the paths of files whose text speaks to the analyzer, where somebody has read them already; without it
    all files are looked at for comments that nothing needs. Comments are heard before the choice by confidence is made,
    so that one for a doubtful finding is not called unused.

    Raises `BadSettings` for a rule that doesn't exist, and `BadBaseline`.
    """
    selection = Selection(settings, rules)
    selection.check()
    paths = {path_in(settings.root, file): file for file in files}
    printed = with_fingerprints(findings, texts.line_of)
    heard = _hear_comments(printed, _worth_reading(paths, printed, marked, texts), selection, texts)
    wanted = [finding for finding in heard if selection.shows(finding)]
    suppressed = sum(map(selection.shows, printed)) - sum(one.code != _UNUSED for one in wanted)
    doubtful = sum(selection.has(one.code, one.name, one.place.path) for one in heard) - len(wanted)
    if settings.baseline is None:
        return Sifted(tuple(_sorted(wanted)), suppressed, doubtful)
    entries = baseline.load(settings.baseline)
    baselined = baseline.apply(
        wanted,
        entries,
        lambda entry: selection.has(entry.code) and (entry.path in paths or not (settings.root / entry.path).exists()),
    )
    return Sifted(tuple(_sorted(baselined.kept)), suppressed, doubtful, baselined, tuple(entries))


def _worth_reading(
    paths: Mapping[str, Path], findings: Sequence[Finding], marked: Collection[str] | None, texts: Texts
) -> dict[str, Path]:
    """Leave out the files that have neither findings nor comments for us, which are most."""
    flagged = {finding.place.path for finding in findings}
    return {
        path: file
        for path, file in paths.items()
        if path in flagged or (texts.may_speak(file) if marked is None else path in marked)
    }


def _hear_comments(
    findings: Sequence[Finding], paths: Mapping[str, Path], selection: Selection, texts: Texts
) -> list[Finding]:
    by_path: dict[str, list[Finding]] = {path: [] for path in paths}
    for finding in findings:
        by_path.setdefault(finding.place.path, []).append(finding)
    heard: list[Finding] = []
    unused: list[Finding] = []
    is_for_us = False
    for path, own in by_path.items():
        text = texts.read(paths[path]) if path in paths else None
        if text is None:
            heard += own
            continue
        result = suppress(own, text, path, rules=selection.rules, is_active=functools.partial(selection.has, path=path))
        heard += result.kept
        unused += result.unused
        is_for_us = is_for_us or result.is_for_us
    if is_for_us:
        # Who speaks to us elsewhere means us, whoever else has such codes.
        unused = [dataclasses.replace(one, confidence=Confidence.CERTAIN) for one in unused]
    return heard + with_fingerprints(unused, texts.line_of)


def _sorted(findings: Iterable[Finding]) -> list[Finding]:
    return sorted(
        findings, key=lambda one: (one.place.path, one.place.cell or 0, one.place.line, one.place.column, one.code)
    )
