"""One check of a workspace: discovery, the analyzer over files and buffers, and findings as the client gets them."""

from __future__ import annotations

import traceback
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath

from duotone.analyzer import engine, rules
from duotone.analyzer.comments import Source
from duotone.analyzer.files import Group, discover
from duotone.analyzer.findings import Finding
from duotone.analyzer.settings_files import Finder
from duotone.analyzer.sifting import sift
from duotone.analyzer.texts import Texts
from duotone.errors import DuotoneError
from duotone.lsp.actions import actions_of
from duotone.lsp.colors import Colors
from duotone.lsp.diagnostics import about, diagnostic_of
from duotone.lsp.pages import Pages
from duotone.lsp.positions import Positions
from duotone.lsp.tasks import Checked, Hint, Outcome, Ruling, Task

__all__ = ["check"]


def check(task: Task) -> Outcome:
    """Check everything that a task names; whatever goes wrong is part of the outcome."""
    rulings: dict[str, tuple[Ruling, ...]] = {}
    hints: dict[str, tuple[Hint, ...]] = {}
    problems: list[str] = []
    details: list[str] = []
    try:
        groups = _groups(task)
    except DuotoneError as error:
        return Outcome(task.number, problems=(str(error),), is_partial=True)
    for group in groups:
        try:
            checked = _check_group(group, task)
            rulings.update(checked.rulings)
            hints.update(checked.hints)
        except DuotoneError as error:
            problems.append(str(error))
        except Exception as error:  # noqa: BLE001  # a fault of ours must not take the other projects along
            problems.append(f"the check of {group.settings.root} failed: {type(error).__name__}: {error}")
            details.append(traceback.format_exc())
    checked = Checked(rulings, hints)
    return Outcome(task.number, checked, tuple(problems), "\n".join(details), is_partial=bool(problems))


def _groups(task: Task) -> list[Group]:
    """Find the files of the folders, and add buffers that discovery can't know: not saved yet, or elsewhere."""
    folders = [folder for folder in task.folders if folder.is_dir()]
    finder = Finder(folders[0] if folders else Path.cwd())
    groups = {
        (group.settings.root, group.settings.source): group for group in discover(folders, finder.for_directory).groups
    }
    known = {file for group in groups.values() for file in group.files}
    for path in task.buffers:
        is_left_out = path.exists() and any(path.is_relative_to(folder) for folder in folders)
        if path in known or is_left_out:
            continue
        settings = finder.for_directory(path.parent)
        key = settings.root, settings.source
        group = groups.get(key, Group(settings, ()))
        groups[key] = Group(settings, tuple(sorted({*group.files, path})))
    return list(groups.values())


def _check_group(group: Group, task: Task) -> Checked:
    settings = group.settings
    report = engine.check(group.files, settings, overlay=task.buffers)
    texts = Texts(settings.root, task.buffers)
    names = {rule.code: rule.name for rule in rules.ALL}
    marked = getattr(report, "marked", None)
    shown = sift(report.findings, group.files, settings, names, texts, marked=marked).shown
    positions = Positions(settings.root, texts, task.taste.encoding, task.uris)
    rulings = _rulings(shown, positions, Pages(settings.cache_dir), task, _texts_of(shown, texts, settings.root))
    return Checked(rulings, _hints(report, positions, task, settings.root))


def _hints(report: engine.Report, positions: Positions, task: Task, root: Path) -> dict[str, tuple[Hint, ...]]:
    """The hints of the files that are open: nobody can point at anything in the others."""
    if report.program is None:
        return {}
    colors = Colors(report.program, positions)
    shown = {_shown(path, root): uri for path, uri in task.uris.items()}
    return {
        shown[file.path]: tuple(colors.hints(file.functions, file.path))
        for file in report.program.files
        if file.path in shown
    }


def _shown(path: Path, root: Path) -> str:
    """A path as findings and facts have it."""
    return (path.relative_to(root) if path.is_relative_to(root) else path).as_posix()


def _texts_of(findings: Iterable[Finding], texts: Texts, root: Path) -> Mapping[str, Source]:
    paths = {finding.place.path for finding in findings if finding.place.cell is None}
    return {path: Source(texts.read(root / PurePosixPath(path)) or "") for path in paths}


def _rulings(
    findings: Iterable[Finding], positions: Positions, pages: Pages, task: Task, sources: Mapping[str, Source]
) -> dict[str, tuple[Ruling, ...]]:
    described = {rule.code: rule for rule in rules.ALL}
    found: dict[str, list[Ruling]] = {}
    for finding in findings:
        if finding.place.cell is not None:
            continue  # editors open the cells of a notebook as documents of their own
        rule = described.get(finding.code)
        page = pages.link(finding.code, finding.name, rule.doc if rule else "")
        diagnostic = diagnostic_of(finding, positions, task.taste, page)
        actions = actions_of(finding, diagnostic, positions, sources[finding.place.path])
        ruling = Ruling(diagnostic, actions, about(finding, rule.summary if rule else ""))
        found.setdefault(positions.uri(finding.place), []).append(ruling)
    return {uri: tuple(own) for uri, own in found.items()}
