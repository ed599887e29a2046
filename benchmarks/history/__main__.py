"""Counts which missing awaits that projects really had, and fixed later, are noticed in the commit before the fix."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.history.checking import verdicts
from benchmarks.history.finding import PER_COMMIT, chosen, known
from benchmarks.history.repository import Repository
from benchmarks.history.tables import Project, render
from benchmarks.measure import RESULTS, Progress, described, machine

if TYPE_CHECKING:
    from collections.abc import Sequence

COMMAND = "python -m benchmarks.history"


def arguments(given: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    parser.add_argument("repositories", nargs="*", type=Path, metavar="GITDIR", help="local repositories, bare or not")
    parser.add_argument(
        "--held-out", nargs="+", type=Path, default=[], metavar="GITDIR", help="others, whose misses nobody reads"
    )
    parser.add_argument("--most", type=int, default=12, help="faults of each repository (12)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--missed", action="store_true", help="also list what was not noticed, but for those held out")
    parser.add_argument("--write", action="store_true", help="write the tables to the results")
    options = parser.parse_args(given)
    if not options.repositories and not options.held_out:
        parser.error("name a git directory")
    return options


def measured(path: Path, options: argparse.Namespace, progress: Progress, *, is_held_out: bool) -> Project:
    """Walk one repository, draw some of its faults, and check the trees that they stood in."""
    repository = Repository(path)
    progress.say(f"{repository.name} · walking")
    found = known(repository)
    drawn = chosen(found, options.most, options.seed)
    project = Project(repository.name, repository.newest, is_held_out, len(found))
    for verdict in verdicts(repository, drawn):
        project.verdicts.append(verdict)
        progress.say(f"{repository.name} · {len(project.verdicts)} of {len(drawn)}")
    return project


def main(given: Sequence[str] | None = None) -> int:
    """Measure, print the tables, and write them if that was asked for."""
    options = arguments(given)
    progress = Progress()
    projects = [measured(path, options, progress, is_held_out=False) for path in options.repositories]
    projects += [measured(path, options, progress, is_held_out=True) for path in options.held_out]
    progress.clear()
    said = f"# Faults that projects had\n\n{described(machine(), {})}\n\n{_reading(options)}\n\n{render(projects)}"
    sys.stdout.write(said)
    if options.missed:
        sys.stdout.write(missed(projects))
    if options.write:
        RESULTS.mkdir(exist_ok=True)
        (RESULTS / "history.md").write_text(said)
    return 0


def missed(projects: Sequence[Project]) -> str:
    """List what was not noticed in the repositories that may be read."""
    lines = [
        f"{one.name} {fault.parent[:12]} {fault.path}:{fault.line} {fault.use} · {fault.callee} · {fault.fixed[:12]}"
        for one in projects
        if not one.is_held_out
        for fault, hit in one.verdicts
        if not hit
    ]
    return "\nNot noticed:\n" + "\n".join(lines) + "\n"


def _reading(options: argparse.Namespace) -> str:
    return (
        f"Reproduce it with `{COMMAND} GITDIR...`, seed {options.seed}, at most {options.most} faults of a repository "
        f"and {PER_COMMIT} of a commit. A fault is a call that a later commit put `await` before, in a statement that "
        "is the same otherwise, of a function that was async wherever the tree defined its name already; where the "
        "coroutine was awaited, gathered or returned by other ways, nothing was wrong and it doesn't count; nor does "
        "what is never reached, what a decorator begins, and what a plain function may be given by another package. "
        "It is noticed when a finding about a lost coroutine (DUO101 to DUO110) stands on the statement in the commit "
        "before. The trees are checked without their dependencies and settings. What is missed in the projects held "
        "out is not read; that of the others was, and some of it mended, so theirs is no measure for unseen code."
    )


if __name__ == "__main__":
    sys.exit(main())
