"""Asks every checker about every case; what a peer said is kept by the texts of the case and the way it was run."""

from __future__ import annotations

import gzip
import hashlib
import inspect
import json
import sys
import tempfile
from collections import defaultdict
from dataclasses import astuple
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.checkers import fetching
from benchmarks.checkers.running import run, version_of
from benchmarks.checkers.tools import Message, Target, Tool
from duotone.analyzer.engine import check
from duotone.analyzer.findings import Confidence
from duotone.analyzer.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.measure import Progress
    from benchmarks.shapes.cases import Asked

__all__ = ["Said", "ask"]

Said = dict[str, list[Message]]
"""The messages about each case, by its digest."""

_PYTHON = "3.14"


def ask(tool: Tool, cases: Sequence[Asked], progress: Progress) -> Said:
    """Have a checker look at the cases; raise `RuntimeError` with its last words if it can't."""
    if tool.is_ours:
        return {case.digest: _ours(case, progress) for case in cases}
    folder = _store(tool)
    said = {case.digest: kept for case in cases if (kept := _kept(folder, case)) is not None}
    missing = [case for case in cases if case.digest not in said]
    together = [case for case in missing if case.is_single]
    for group in [together, *([case] for case in missing if not case.is_single)]:
        if group:
            progress.say(f"{tool.key} · {len(said)} of {len(cases)} cases")
            said |= _run(tool, group, folder)
    return said


def _ours(case: Asked, progress: Progress) -> list[Message]:
    progress.say(f"duotone · {case.case}")
    with tempfile.TemporaryDirectory(prefix="shapes-") as folder:
        tree = Path(folder).resolve() / "tree"
        case.lay_out(tree)
        found = check([tree / name for name in case.files()], Settings(tree, python=Path(sys.prefix), jobs=1)).findings
    return [
        Message(one.place.path, one.place.line, one.place.end_line, one.code, one.message)
        for one in found
        if one.confidence >= Confidence.LIKELY
    ]


def _run(tool: Tool, group: Sequence[Asked], folder: Path) -> Said:
    with tempfile.TemporaryDirectory(prefix="shapes-") as work:
        tree = Path(work).resolve() / "tree"
        for case in group:
            case.lay_out(tree)
        names = {file.partition("/")[0] for case in group for file in case.files()}
        # A module and the stub beside it are one, and mypy doesn't take both.
        asked = sorted(name for name in names if f"{name}i" not in names)
        result = run(tool, _target(tree, tuple(asked)))
    if result.note:
        message = f"{tool.key}: {result.note}"
        raise RuntimeError(message)
    by_file: dict[str, list[Message]] = defaultdict(list)
    for one in result.messages:
        by_file[one.path].append(one)
    said = {case.digest: [one for file in case.files() for one in by_file[file]] for case in group}
    for digest, messages in said.items():
        _keep(folder / f"{digest}.json.gz", messages)
    return said


def _target(tree: Path, names: tuple[str, ...] = ()) -> Target:
    return Target(tree, names, (".",), Path(sys.prefix), fetching.made("cache/shapes/warm"), version=_PYTHON)


def _store(tool: Tool) -> Path:
    """Return where the answers of a checker are, as it is run today; its class is the way it is run."""
    classes = [each for each in type(tool).__mro__ if each.__module__ == Tool.__module__]
    way = hashlib.sha256("".join(inspect.getsource(each) for each in classes).encode()).hexdigest()[:8]
    return fetching.made(f"cache/shapes/{tool.key}-{version_of(tool)}-{way}")


def _kept(folder: Path, case: Asked) -> list[Message] | None:
    path = folder / f"{case.digest}.json.gz"
    return [Message(*one) for one in json.loads(gzip.decompress(path.read_bytes()))] if path.exists() else None


def _keep(path: Path, messages: list[Message]) -> None:
    beside = path.with_suffix(".part")
    beside.write_bytes(gzip.compress(json.dumps([astuple(one) for one in messages]).encode(), mtime=0))
    beside.replace(path)
