"""Runs every checker over the cases of the analyzer's tests and writes the table of shapes for the documentation."""

from __future__ import annotations

import argparse
import collections
import re
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.checkers import fetching
from benchmarks.checkers.running import kept, version_of
from benchmarks.checkers.tools import TOOLS, Target
from benchmarks.measure import ROOT, Progress, described, machine, table
from benchmarks.shapes.cases import ROWS, Case, lay_out, read

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.checkers.tools import Message

COMMAND = "python -m benchmarks.shapes"
PEERS = ("duotone", "ruff", "mypy", "pyright", "ty", "pyrefly", "flake8-async", "pylint")
PAGE = ROOT / "docs" / "check" / "shapes.md"
# About how code is annotated or laid out, and not about what it does, whatever words the message has.
_STYLE = re.compile(
    r"reportUnknown|reportMissing|reportUnused[VFCI]|reportPrivate|no-untyped|no-any|type-arg|^(ANN|D\d|DOC)"
)
_LONGEST = 5


class Shapes:
    """What each tool found of each shape."""

    def __init__(self) -> None:
        self.found: collections.Counter[tuple[str, str]] = collections.Counter()
        self.total: collections.Counter[str] = collections.Counter()
        self.wrong: collections.Counter[tuple[str, str]] = collections.Counter()
        self.clean: collections.Counter[str] = collections.Counter()
        self.notes: dict[str, str] = {}

    def expect(self, cases: Sequence[Case]) -> None:
        """Count what there is to find, and to leave alone."""
        for case in cases:
            if case.is_flagged:
                self.total.update(case.row_of(code) for _, _, code in case.expected())
            else:
                self.clean[case.row_of(case.code)] += 1

    def judge(self, tool: str, case: Case, messages: Sequence[Message]) -> None:
        """Count what a tool said of a case."""
        files = {file for file, _ in case.files()}
        said = [one for one in messages if one.path in files and _is_meant(one)]
        if not case.is_flagged:
            self.wrong[tool, case.row_of(case.code)] += len(said)
            return
        for file, line, code in case.expected():
            at_line = [one for one in said if one.path == file and _is_at(one, line)]
            if any(not one.code.startswith("DUO") or one.code == code for one in at_line):
                self.found[tool, case.row_of(code)] += 1


def _is_meant(message: Message) -> bool:
    if message.code.startswith("DUO"):
        return True
    return message.is_about_color and not _STYLE.search(message.code)


def _is_at(message: Message, line: int) -> bool:
    return message.line <= line <= message.end_line and message.end_line - message.line <= _LONGEST


def measure(tool: str, cases: Sequence[Case], shapes: Shapes, progress: Progress) -> None:
    """Run a tool: over each project, and over the single files together, or alone when it looks at the whole tree."""
    together = [case for case in cases if case.path.is_file() and not TOOLS[tool].is_ours]
    alone = [case for case in cases if case not in together]
    with tempfile.TemporaryDirectory(prefix="shapes-", dir=fetching.made("work")) as folder:
        for number, group in enumerate([together, *([case] for case in alone)]):
            if not group:
                continue
            progress.say(f"{tool} · {number} of {len(alone)}")
            tree = Path(folder) / "tree"
            lay_out(group, tree)
            names = sorted({file.partition("/")[0] for case in group for file, _ in case.files()})
            target = Target(tree, tuple(names), (".",), Path(sys.prefix), version="3.14")
            result = kept(TOOLS[tool], target, "shapes", [f"{one.name}\0{one.files()}" for one in group])
            if result.note:
                shapes.notes[tool] = result.note
            for case in group:
                shapes.judge(tool, case, result.messages)


def render(shapes: Shapes, tools: Sequence[str]) -> str:
    """Return the page."""
    versions = {key: version for key in tools if (version := version_of(TOOLS[key]))}
    found = [
        [row, title, str(shapes.total[row]), *(str(shapes.found[tool, row]) for tool in tools)]
        for row, title in ROWS.items()
    ]
    sums = [sum(shapes.found[tool, row] for row in ROWS) for tool in tools]
    found.append(["**all**", "", str(shapes.total.total()), *map(str, sums)])
    wrong = [
        [row, str(shapes.clean[row]), *(str(shapes.wrong[tool, row]) for tool in tools)]
        for row in ROWS
        if shapes.clean[row]
    ]
    noise = [sum(shapes.wrong[tool, row] for row in ROWS) for tool in tools]
    wrong.append(["**A17: all**", str(shapes.clean.total()), *map(str, noise)])
    return (
        f"# The shapes, and who reports them\n\n{INTRODUCTION}\n\n## Found\n\n"
        f"{table(['row', 'shape', 'places', *tools], found, 2)}\n\n## Reported where nothing is wrong\n\n{CLEAN}\n\n"
        f"{table(['row', 'cases', *tools], wrong)}\n\n{described(machine(), versions)}\n"
    )


INTRODUCTION = f"""
Every case of the analyzer's own tests, given to every checker. A place counts as found when a message stands on its
line and mentions a coroutine, async or await; what the message advises is not judged. The cases were written for
duotone, so its column says that it does what it promises, and the others say which shapes nobody else looks at; for a
measure on foreign code see `benchmarks/results/mutation.md`. Made by `{COMMAND}`; all run as strict as they go.
""".strip()
CLEAN = """
Right code that looks wrong: messages about coroutines, async or await in the clean cases of each row. Those about
missing annotations are left out.
""".strip()


def main(given: Sequence[str] | None = None) -> int:
    """Measure, print the page, and write it when nothing was left out."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    parser.add_argument(
        "--tools", nargs="+", choices=list(TOOLS), default=list(PEERS), metavar="TOOL", help=", ".join(TOOLS)
    )
    parser.add_argument("--only", nargs="+", metavar="CODE", help="cases of these codes; nothing is written")
    parser.add_argument("--write", action="store_true", help="write the files also if something was left out")
    options = parser.parse_args(given)
    cases = [case for case in read() if not options.only or case.code in options.only]
    shapes, progress = Shapes(), Progress()
    shapes.expect(cases)
    for tool in options.tools:
        measure(tool, cases, shapes, progress)
    progress.clear()
    page = render(shapes, options.tools)
    sys.stdout.write(page)
    for tool, note in shapes.notes.items():
        sys.stderr.write(f"{tool}: {note}\n")
    if options.write or (options.tools == list(PEERS) and not options.only):
        PAGE.write_text(page)
    return 0


if __name__ == "__main__":
    sys.exit(main())
