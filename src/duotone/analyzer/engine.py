"""Checks a project: reads every file once for its outline, runs every body, and asks the rules about the whole."""

from __future__ import annotations

import contextlib
import dataclasses
import os
import time
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from pathlib import Path

from duotone.analyzer import rules, staleness, store
from duotone.analyzer.crew import Crew
from duotone.analyzer.findings import Finding
from duotone.analyzer.linting import LeftOut
from duotone.analyzer.modules import Modules
from duotone.analyzer.placing import Placing
from duotone.analyzer.room import without_collector
from duotone.analyzer.rules.conditions import Conditions
from duotone.analyzer.rules.facts import FileFacts
from duotone.analyzer.rules.hiding import masked
from duotone.analyzer.rules.program import Program
from duotone.analyzer.rules.trust.copies import doubted_in_copies
from duotone.analyzer.rules.trust.crowds import doubted
from duotone.analyzer.rules.trust.editions import Editions
from duotone.analyzer.rules.trust.remedies import agreed
from duotone.analyzer.seals import Damaged
from duotone.analyzer.settings import Settings
from duotone.analyzer.texts import decoded
from duotone.analyzer.work import Read, Shared

__all__ = ["ModuleColors", "Report", "check", "linked"]


@dataclasses.dataclass(frozen=True, slots=True)
class ModuleColors:
    """A module on the map: how many functions of each color it has, and which calls leave it."""

    name: str
    path: str
    sync: int
    asynchronous: int
    calls: tuple[tuple[str, str, int], ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Report:
    """What a run found, before suppressions and baselines."""

    findings: tuple[Finding, ...]
    files: int
    lines: int
    seconds: float
    modules: tuple[ModuleColors, ...]
    marked: frozenset[str] = frozenset()
    """The files that may have comments for the analyzer."""
    program: Program | None = None
    """Everything that was known of the project at the end."""


def check(
    files: Sequence[Path],
    settings: Settings,
    *,
    progress: Callable[[int, int], None] | None = None,
    overlay: Mapping[Path, str] | None = None,
) -> Report:
    """Check files as one project; `overlay` has the texts of files that aren't as they are on disk."""
    start = time.perf_counter()
    with without_collector():
        run = _Run(files, settings, progress, _differing(overlay or {}))
        with contextlib.closing(run.kept), run.crew:
            facts = run.facts()
        program = Program(facts)
        findings = _finished(program, Placing(settings.root, run.shared.bytes_of), LeftOut(settings.root))
        lines = sum(one.lines for one in facts)
        marked = frozenset(one.path for one in facts if one.is_marked)
        return Report(findings, len(files), lines, time.perf_counter() - start, tuple(_map(program)), marked, program)


@contextlib.contextmanager
def linked(
    files: Sequence[Path], settings: Settings, *, progress: Callable[[int, int], None] | None = None
) -> Generator[Shared]:
    """Give a project of which everything is known that files define, and nothing of what their bodies do."""
    with without_collector():
        run = _Run(files, settings, progress, {})
        with contextlib.closing(run.kept):
            with run.crew:
                run.link(run.kept.load(run.names))
            yield run.shared


def _scope(files: Sequence[Path], settings: Settings, modules: Modules) -> str:
    """What tells apart runs that have nothing to learn from each other."""
    top = os.path.commonpath([os.path.dirname(path) for path in files]) if files else ""  # noqa: PTH120  # by text
    return "\n".join((str(settings.root), str(settings.roots), top, *modules.inner_projects()))


def _differing(overlay: Mapping[Path, str]) -> dict[Path, str]:
    """The texts that are other ones than on disk: an editor has many files open, and few are being changed."""
    return {path: text for path, text in overlay.items() if not _is_on_disk(path, text)}


def _is_on_disk(path: Path, text: str) -> bool:
    try:
        return path.suffix == ".py" and decoded(path.read_bytes()) == text
    except OSError:
        return False


class _Run:
    """The two passes over the files: what is new is read, and what depends on something new is run."""

    def __init__(
        self,
        files: Sequence[Path],
        settings: Settings,
        progress: Callable[[int, int], None] | None,
        overlay: dict[Path, str],
    ) -> None:
        modules = Modules(files, settings.roots, settings.python, start=settings.root)
        self.kept = store.Store.open(settings.cache_dir, _scope(files, settings, modules))
        texts = {str(path): text for path, text in overlay.items()}
        self.shared = Shared(modules, settings.root, texts, self.kept.shelf)
        self.names = {str(path): modules.name_of(path) for path in files}
        self.progress = progress or _ignore
        self.crew = Crew(self.shared, settings.jobs)
        self.done = 0

    def facts(self) -> list[FileFacts]:
        """The facts of every file, from the store or from a new run."""
        known, names, overlay = self.kept.load(self.names), self.names, self.shared.overlay
        reads, fresh = self.link(known)
        outdated = self._outdated(known, reads)
        stale = [path for path in names if path in fresh or path in outdated]
        self._advance(len(names) - len(stale))
        results = self._run(stale)
        if not overlay and (stale or outdated or known.gone or known.restamped):
            self._keep_others(results, known)
            self.kept.save(results, reads, names, known, outdated)
        return [results.facts.get(path) or known.facts[path] for path in names]

    def link(self, known: staleness.Known) -> tuple[dict[str, Read], dict[str, Read]]:
        """Read what every file defines, from the store where that is the same; also say what had to be read anew."""
        names, overlay = self.names, self.shared.overlay
        fresh = self._read([path for path in names if path not in known.facts or path in overlay])
        reads = {path: fresh.get(path) or known.reads[path] for path in names}
        self.crew.tell(reads, names)
        return reads, fresh

    def _outdated(self, known: staleness.Known, reads: Mapping[str, Read]) -> set[str]:
        """Everything that was resolved with something that is another one now."""
        roots = staleness.changed(known, reads, self.names, self.shared) if known.modules else set[str]()
        try:
            return staleness.reached(roots, self.kept.asked()) if roots else roots
        except Damaged:
            return set(self.names)

    def _keep_others(self, results: store.Results, known: staleness.Known) -> None:
        own = set(self.names.values())
        asked = {node for targets in results.traces.values() for node in targets}
        results.others = {
            node: staleness.state_of(self.shared.modules, node, self.names)
            for node in asked | known.others.keys()
            if staleness.is_other(node, own)
        }

    def _advance(self, count: int) -> None:
        self.done += count
        # Every file is passed twice, and counts as one.
        self.progress(self.done // 2, len(self.names))

    def _read(self, paths: Sequence[str]) -> dict[str, Read]:
        self._advance(len(self.names) - len(paths))
        found: dict[str, Read] = {}
        for chunk in self.crew.read(paths):
            found.update(chunk)
            self._advance(len(chunk))
        return found

    def _run(self, paths: Sequence[str]) -> store.Results:
        found = store.Results()
        for chunk in self.crew.run(paths):
            found.facts.update(chunk.facts)
            found.outlines.update(chunk.outlines)
            found.ask(chunk.traces)
            self._advance(len(chunk.facts))
        return found


def _ignore(_done: int, _total: int) -> None:
    """Nobody wants to know how far it is."""


def _finished(program: Program, placing: Placing, left_out: LeftOut) -> tuple[Finding, ...]:
    """All findings, in order."""
    found: list[Finding] = [finding for file in program.files for finding in file.findings]
    found += Conditions(program).confirmed()
    for rule in rules.ALL:
        hook = rule.hook("on_program")
        if hook is not None:
            found += (masked(program, finding) for finding in hook(rule, program))
    believed = map(Editions(program).doubted, doubted(program, [*agreed(_unique(found))]))
    believed = map(left_out.doubted, map(doubted_in_copies, believed))
    settled = [placing.settle(program.located(finding)) for finding in believed]
    return tuple(sorted(settled, key=_order))


def _order(finding: Finding) -> tuple[str, int, int, int, str]:
    place = finding.place
    return place.path, place.cell or 0, place.line, place.column, finding.code


def _unique(findings: Iterable[Finding]) -> list[Finding]:
    """One finding per place and code: a body that is run twice says everything twice."""
    seen: dict[tuple[object, str], Finding] = {}
    for finding in findings:
        seen.setdefault((finding.place, finding.code), finding)
    return list(seen.values())


def _map(program: Program) -> Iterable[ModuleColors]:
    """The colors of every module, and the calls between modules."""
    module_of = {function.name: file.module for file in program.files for function in file.functions}
    for file in program.files:
        colors = [("async" in function.marks) for function in file.functions if "module" not in function.marks]
        counts: dict[tuple[str, str], int] = {}
        for function in file.functions:
            mine = "async" if "async" in function.marks else "sync"
            for call in function.calls:
                target = program.functions.get(call.callee)
                if target is not None:
                    theirs = "async" if "async" in target.marks else "sync"
                    key = (module_of[call.callee], f"{mine}-{theirs}")
                    counts[key] = counts.get(key, 0) + 1
        calls = tuple((name, seam, count) for (name, seam), count in sorted(counts.items()))
        yield ModuleColors(file.module, file.path, colors.count(False), colors.count(True), calls)
