"""Plants faults in public projects and counts which of them each checker notices."""

from __future__ import annotations

import argparse
import dataclasses
import hashlib
import json
import sys
from typing import TYPE_CHECKING

from benchmarks.checkers import fetching
from benchmarks.checkers.running import kept, version_of
from benchmarks.checkers.tools import TOOLS, Target
from benchmarks.measure import RESULTS, Progress, described, machine
from benchmarks.mutation.choosing import batches, choose
from benchmarks.mutation.planting import Planted, judge
from benchmarks.mutation.tables import Results, as_json, render
from duotone.analyzer.mutate.trees import Text

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from benchmarks.checkers.fetching import Project
    from duotone.analyzer.mutate import Mutation

COMMAND = "python -m benchmarks.mutation"
PEERS = ("duotone", "ruff", "mypy", "pyright", "ty", "pyrefly", "flake8-async", "pylint")
UNSEEN_SAMPLE = 140


class Measured:
    """One project with its faults, ready for one tool after the other."""

    def __init__(self, project: Project, tree: Path, count: int, seed: int) -> None:
        self.project = project
        self.target = Target(tree, project.paths, project.roots, fetching.environment(project).resolve())
        paths = sorted(path for part in project.paths for path in (tree / part).rglob("*.py"))
        texts = {path.relative_to(tree).as_posix(): Text.read(path) for path in paths}
        self.files = {path: one.text for path, one in texts.items() if one and one.encoding == "utf-8"}
        chosen = choose(self.files, count, seed)
        self.batches = [Planted(tree, self.files, batch) for batch in batches(chosen)]

    @property
    def mutations(self) -> list[Mutation]:
        """All faults of the project."""
        return [one for batch in self.batches for one in batch.batch]

    def measure(self, key: str, results: Results, progress: Progress) -> None:
        """Run a tool over the unchanged tree and over each batch."""
        tool, name = TOOLS[key], self.project.name
        touched = tuple(sorted({path for batch in self.batches for path in batch.texts}))
        target = dataclasses.replace(self.target, paths=touched) if tool.is_narrow else self.target
        progress.say(f"{name} · {key} · unchanged")
        before = kept(tool, target, self.project.label, ["unchanged"])
        results.before[name, key] = len(before.messages), sum(one.is_about_color for one in before.messages)
        if before.note:
            results.notes[name, key] = before.note
            return
        for number, batch in enumerate(self.batches, 1):
            progress.say(f"{name} · {key} · batch {number} of {len(self.batches)}")
            parts = [f"{path}\0{hashlib.sha256(text.encode()).hexdigest()}" for path, text in batch.texts.items()]
            with batch.in_tree():
                after = kept(tool, target, self.project.label, parts)
            if after.note:
                results.notes[name, key] = after.note
                continue
            news = batch.news(before.messages, after.messages)
            for mutation in batch.batch:
                results.verdicts[mutation.id, key] = judge(mutation, news)


def arguments(given: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    names = list(fetching.projects())
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    parser.add_argument("--projects", nargs="+", choices=names, default=names, metavar="NAME", help=", ".join(names))
    parser.add_argument(
        "--tools", nargs="+", choices=list(TOOLS), default=list(PEERS), metavar="TOOL", help=", ".join(TOOLS)
    )
    parser.add_argument("--sample", type=int, default=60, help="missing awaits per project (60)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--missed", metavar="TOOL", help="also list what this tool did not notice")
    parser.add_argument("--write", action="store_true", help="write the files also if something was left out")
    parser.add_argument(
        "--held-out",
        action="store_true",
        help=f"{UNSEEN_SAMPLE} missing awaits of each project that nobody looks into",
    )
    options = parser.parse_args(given)
    if options.held_out:
        if options.missed:
            parser.error("--held-out and --missed exclude each other: what was missed there stays unread")
        options.projects, options.sample = list(fetching.projects(held_out=True)), UNSEEN_SAMPLE
    return options


def main(given: Sequence[str] | None = None) -> int:
    """Measure, print the tables, and write them when nothing was left out."""
    options = arguments(given)
    pinned = fetching.projects(held_out=options.held_out)
    progress = Progress()
    results = Results(options.tools)
    for name in options.projects:
        progress.say(f"{name} · choosing")
        with fetching.work_tree(pinned[name]) as tree:
            measured = Measured(pinned[name], tree, options.sample, options.seed)
            results.mutations |= {one.id: (name, one) for one in measured.mutations}
            for key in options.tools:
                measured.measure(key, results, progress)
    progress.clear()
    said = heading(options) + render(results) + notes(results)
    sys.stdout.write(said)
    if options.missed:
        sys.stdout.write(missed(results, options.missed))
    RESULTS.mkdir(exist_ok=True)
    is_whole = options.write or (options.projects == list(pinned) and options.tools == list(PEERS))
    if options.held_out and is_whole:
        (RESULTS / "mutation-unseen.md").write_text(said)
    elif is_whole:
        (RESULTS / "mutation.md").write_text(said)
        facts = machine() | {"command": COMMAND, "seed": options.seed, "sample": options.sample} | as_json(results)
        (RESULTS / "mutation.json").write_text(json.dumps(facts, indent=1, ensure_ascii=False) + "\n")
    return 0


def heading(options: argparse.Namespace) -> str:
    """Say what was run."""
    versions = {key: version for key in options.tools if (version := version_of(TOOLS[key]))}
    pinned = fetching.projects(held_out=options.held_out)
    kinds = "\n".join(f"- {pinned[name].label}: {pinned[name].kind}" for name in options.projects)
    title = (
        "Planted faults in projects that were never looked into"
        if options.held_out
        else "Planted faults, and who notices them"
    )
    command = f"{COMMAND} --held-out" if options.held_out else COMMAND
    unread = f"{UNREAD} " if options.held_out else ""
    return (
        f"# {title}\n\n{described(machine(), versions)}\n\n"
        f"Reproduce it with `{command}`. {unread}{READING}\n\n{kinds}\n\n"
    )


def notes(results: Results) -> str:
    """Say which runs gave nothing, and why."""
    lines = [f"- {project} · {tool}: {note}" for (project, tool), note in results.notes.items()]
    return "\n\nWithout a result:\n" + "\n".join(lines) + "\n" if lines else "\n"


def missed(results: Results, tool: str) -> str:
    """List what a tool did not notice at the statement."""
    lines = [
        f"{project} {one.path}:{one.line} {one.kind} · {one.use} · {one.receiver} · {one.description}"
        for name, (project, one) in results.mutations.items()
        if (name, tool) in results.verdicts and not results.verdicts[name, tool].at_statement
    ]
    return f"\nNot noticed by {tool}:\n" + "\n".join(lines) + "\n"


UNREAD = (
    "Nobody has looked into these projects, and what duotone misses in them is not read, so this is a measure for code "
    "that it has never seen."
)
READING = (
    "A fault counts as noticed when a message that the unchanged tree doesn't get appears at the mutated statement and "
    "mentions the coroutine, async or await. Every checker runs as strict as it goes, with the dependencies of the "
    "project installed, and without the project's own settings. The callee is async wherever the tree defines its "
    "name; faults are chosen by chance within their strata, with rare strata raised."
)


if __name__ == "__main__":
    sys.exit(main())
