"""Plants missing awaits in public projects, and counts how many of those that are found a fix restores byte by byte."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.checkers import fetching
from benchmarks.measure import RESULTS, Progress, described, machine, table
from benchmarks.restoring.trying import Restoring, Trial

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

COMMAND = "python -m benchmarks.restoring"
PROJECTS = ("gpt-researcher", "red-discordbot", "tortoise-orm")
READING = (
    "Each missing `await` is planted in memory, where its callee is async wherever the tree defines its name. Of those "
    "that `duotone check` finds, the fix of the finding is applied on its own, and the bytes of the file are compared "
    "with those before the fault. A safe fix is one that `duotone fix` applies without `--unsafe-fixes`."
)


def arguments(given: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    names = list(fetching.projects())
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    parser.add_argument(
        "--projects", nargs="+", choices=names, default=list(PROJECTS), metavar="NAME", help=", ".join(names)
    )
    parser.add_argument("--sample", type=int, default=150, help="missing awaits per project (150)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="write the file also if something was left out")
    return parser.parse_args(given)


def main(given: Sequence[str] | None = None) -> int:
    """Measure, print the table, and write it when nothing was left out."""
    options = arguments(given)
    pinned, progress = fetching.projects(), Progress()
    trials: dict[str, list[Trial]] = {}
    for name in options.projects:
        progress.say(name)
        project = pinned[name]
        with tempfile.TemporaryDirectory() as cache:
            tree = fetching.source(name, project.version).resolve()
            restoring = Restoring(project, tree, fetching.environment(project).resolve(), Path(cache))
            trials[project.label] = list(restoring.trials(options.sample, options.seed))
    progress.clear()
    said = heading() + render(trials)
    sys.stdout.write(said)
    if options.write or options.projects == list(PROJECTS):
        RESULTS.mkdir(exist_ok=True)
        (RESULTS / "restoring.md").write_text(said)
    return 0


def heading() -> str:
    """Say what was run."""
    return f"# Missing awaits, put back\n\n{described(machine(), {})}\n\nReproduce it with `{COMMAND}`. {READING}\n\n"


def render(trials: Mapping[str, Sequence[Trial]]) -> str:
    """Return the table, and every case in which the bytes are others."""
    rows = [row(label, some) for label, some in trials.items()]
    rows.append(row("**all**", [one for some in trials.values() for one in some]))
    head = ["project", "planted", "found", "restored", "by a safe fix", "other bytes", "no fix"]
    cases = [
        f"- {label} {one.mutation.path}:{one.mutation.line} {one.code}, {one.outcome}: `{one.was}`"
        + (f" became `{one.became}`" if one.became else "")
        for label, some in trials.items()
        for one in some
        if one.outcome in {"other bytes", "no fix"}
    ]
    return f"{table(head, rows)}\n\n## What was not restored\n\n" + ("\n".join(cases) or "Nothing.") + "\n"


def row(label: str, trials: Sequence[Trial]) -> list[str]:
    """Count the outcomes of some trials, in percent of what was found."""
    found = [one for one in trials if one.outcome != "missed"]
    restored = [one for one in found if one.outcome == "restored"]
    safe = sum(one.is_safe for one in restored)
    other, without = (sum(one.outcome == word for one in found) for word in ("other bytes", "no fix"))
    share = [f"{number} ({number / (len(found) or 1):.1%})" for number in (len(restored), safe)]
    return [label, str(len(trials)), str(len(found)), *share, str(other), str(without)]


if __name__ == "__main__":
    sys.exit(main())
