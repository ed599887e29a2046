"""One run over a project, the same for every command: discover, check, and sort out what is shown."""

from __future__ import annotations

import argparse
import dataclasses
import importlib.util
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from duotone.analyzer.files import Discovered, Group, discover
from duotone.analyzer.findings import Finding
from duotone.analyzer.parsing.text import decode
from duotone.analyzer.selection import Selection, check_words
from duotone.analyzer.settings_files import Finder
from duotone.analyzer.sifting import Sifted, sift
from duotone.analyzer.texts import Texts
from duotone.cli.moving import moved
from duotone.cli.terminal import Progress, note
from duotone.errors import MissingExtra, WrongUse

if TYPE_CHECKING:
    from duotone.analyzer.engine import Report
    from duotone.analyzer.rules import Rule

__all__ = [
    "Ground",
    "Part",
    "Run",
    "all_rules",
    "chosen_files",
    "is_stdin",
    "perform",
    "prepare",
    "refuse_without_parser",
]

_NEEDED = ("tree_sitter", "tree_sitter_python", "typeshed_client")


@dataclasses.dataclass(frozen=True, slots=True)
class Part:
    """The files of one project, what was found in them, and what of it is shown."""

    group: Group
    report: Report
    sifted: Sifted


@dataclasses.dataclass(frozen=True, slots=True)
class Run:
    """Everything that a run gave; paths are relative to the working directory."""

    parts: tuple[Part, ...]
    report: Report
    texts: Texts
    cwd: Path

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is shown."""
        return self.report.findings

    @property
    def suppressed(self) -> int:
        """How many findings are hidden by comments."""
        return sum(part.sifted.suppressed for part in self.parts)

    @property
    def doubtful(self) -> int:
        """How many findings are not sure enough to be shown."""
        return sum(part.sifted.doubtful for part in self.parts)

    @property
    def hidden(self) -> int:
        """How many findings are hidden by baselines."""
        return sum(len(part.sifted.baselined.hidden) for part in self.parts if part.sifted.baselined)

    def accepted(self) -> list[Finding]:
        """Return the findings that baselines hide."""
        return [
            moved(one, part.group.settings.root, self.cwd)
            for part in self.parts
            if part.sifted.baselined
            for one in part.sifted.baselined.hidden
        ]

    @property
    def gone(self) -> int:
        """How many entries of baselines no longer occur."""
        return sum(len(part.sifted.baselined.gone) for part in self.parts if part.sifted.baselined)


def perform(args: argparse.Namespace, finder: Finder, cwd: Path, *, asks_git: bool = False) -> Run:
    """Run over the paths of the options; `asks_git` adds to the proofs what the history of the project tells.

    Raises errors of duotone's for everything that is wrong with the options.
    """
    return prepare(args, finder, cwd).check({}, asks_git=asks_git)


@dataclasses.dataclass(frozen=True, slots=True)
class Ground:
    """The files that the options name, to be checked as often as somebody likes; `given` came from standard input."""

    found: Discovered
    given: Mapping[Path, bytes]
    rules: Mapping[str, str]
    cwd: Path
    has_progress: bool

    def check(self, texts: Mapping[Path, str], *, asks_git: bool = False) -> Run:
        """Check the files, with texts in the place of some of them."""
        overlay = {path: decode(data)[0] for path, data in self.given.items()} | dict(texts)
        progress = Progress(is_wanted=self.has_progress)
        try:
            parts = tuple(_check(self.found, overlay, self.rules, progress))
        finally:
            progress.close()
        if asks_git:
            parts = tuple(_with_history(part, overlay) for part in parts)
        return Run(parts, _merged(parts, self.cwd), Texts(self.cwd, overlay), self.cwd)

    def read(self, path: Path) -> bytes:
        """Return the bytes of a file."""
        return self.given[path] if path in self.given else path.read_bytes()


def prepare(args: argparse.Namespace, finder: Finder, cwd: Path) -> Ground:
    """Find the files of the options. Raises errors of duotone's for everything that is wrong with them."""
    refuse_without_parser()
    rules = {rule.code: rule.name for rule in all_rules()}
    for option in ("select", "extend_select", "ignore"):
        words = [word for words in getattr(args, option) or () for word in words]
        check_words(words, rules, f"--{option.replace('_', '-')}")
    found, given = chosen_files(args, finder, cwd)
    for group in found.groups:
        Selection(group.settings, rules).check()
    return Ground(found, given, rules, cwd, has_progress=not (args.quiet or args.no_progress))


def all_rules() -> tuple[Rule, ...]:
    """Return every rule, in the order of their codes."""
    from duotone.analyzer import rules

    return rules.ALL


def is_stdin(args: argparse.Namespace) -> bool:
    """Say whether the text comes from standard input."""
    return args.paths == ["-"] or args.stdin_filename is not None


def refuse_without_parser() -> None:
    """Raise `MissingExtra` where the analyzer can't work."""
    if any(importlib.util.find_spec(name) is None for name in _NEEDED):
        feature, extra = "the analyzer", "check"
        raise MissingExtra(feature, extra)


def chosen_files(args: argparse.Namespace, finder: Finder, cwd: Path) -> tuple[Discovered, dict[Path, bytes]]:
    """Find the files that the options name, or read the one from standard input."""
    if is_stdin(args):
        return _from_stdin(args, finder, cwd)
    if "-" in args.paths:
        message = "- reads one file from standard input and can't be given with other paths"
        raise WrongUse(message)
    found = discover([Path(path) for path in args.paths or ["."]], finder.for_directory)
    if not found.count:
        names = " or ".join(repr(str(path)) for path in found.empty)
        message = f"no Python files in {names} that are neither excluded nor git-ignored; give other paths"
        raise WrongUse(message)
    if not args.quiet:
        for path in found.empty:
            note(f"warning: no Python files in {str(path)!r}")
        for skipped in found.skipped:
            note(f"warning: {os.path.relpath(skipped.path, cwd)} {skipped.reason}, so it was left out")
    return found, {}


def _from_stdin(args: argparse.Namespace, finder: Finder, cwd: Path) -> tuple[Discovered, dict[Path, bytes]]:
    if args.paths not in ([], ["-"]):
        message = "--stdin-filename is for text from standard input and can't be given with paths other than -"
        raise WrongUse(message)
    path = Path(os.path.normpath(cwd / (args.stdin_filename or "stdin.py")))
    data = sys.stdin.buffer.read()
    if b"\0" in data:
        message = "what comes from standard input is not text; give Python source"
        raise WrongUse(message)
    _, fault = decode(data)
    if fault is not None and not args.quiet:
        note(f"warning: standard input is {fault.message}, and is read as far as it goes")
    group = Group(finder.for_directory(path.parent), (path,))
    return Discovered((group,), (), ()), {path: data}


def _check(found: Discovered, overlay: Mapping[Path, str], rules: Mapping[str, str], progress: Progress) -> list[Part]:
    from duotone.analyzer import engine

    parts: list[Part] = []
    before, total = 0, found.count
    for group in found.groups:
        start = before

        def step(done: int, _total: int, start: int = start) -> None:
            progress(start + done, total)

        report = engine.check(group.files, group.settings, progress=step, overlay=overlay)
        texts = Texts(group.settings.root, overlay)
        marked: frozenset[str] | None = getattr(report, "marked", None)
        sifted = sift(report.findings, group.files, group.settings, rules, texts, marked=marked)
        parts.append(Part(group, report, sifted))
        before += len(group.files)
    return parts


def _with_history(part: Part, overlay: Mapping[Path, str]) -> Part:
    from duotone.analyzer.history import with_commits

    root = part.group.settings.root
    shown = with_commits(part.sifted.shown, root, Texts(root, overlay))
    return dataclasses.replace(part, sifted=dataclasses.replace(part.sifted, shown=shown))


def _merged(parts: tuple[Part, ...], cwd: Path) -> Report:
    """Put the reports of several projects together, with what is shown, as seen from the working directory."""
    first = parts[0].report
    findings = [moved(one, part.group.settings.root, cwd) for part in parts for one in part.sifted.shown]
    if len(parts) > 1:
        findings.sort(key=lambda one: (one.place.path, one.place.cell or 0, one.place.line, one.place.column, one.code))
    return dataclasses.replace(
        first,
        findings=tuple(findings),
        files=sum(part.report.files for part in parts),
        lines=sum(part.report.lines for part in parts),
        seconds=sum(part.report.seconds for part in parts),
        modules=tuple(module for part in parts for module in part.report.modules),
    )
