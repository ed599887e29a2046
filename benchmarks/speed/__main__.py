"""Times every checker on trees of three sizes: cold, warm after nothing or one file has changed, and peak memory."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.checkers import fetching
from benchmarks.checkers.running import version_of
from benchmarks.checkers.tools import TOOLS, Target, Tool
from benchmarks.measure import RESULTS, Progress, described, machine, table
from benchmarks.speed.keeping import keep, kept
from benchmarks.speed.timing import Timing, clock
from benchmarks.speed.trees import SIZES, Tree, change_body, change_interface, lay_out

if TYPE_CHECKING:
    from collections.abc import Sequence

COMMAND = "python -m benchmarks.speed"
TIMED = ("duotone", "ruff", "ty", "pyrefly", "mypy", "pyright")
WITH_CACHE = frozenset({"duotone", "ruff", "mypy"})
STATES = {"cold": None, "unchanged": None, "body": change_body, "interface": change_interface}
Timings = dict[tuple[str, str], Timing]


def measure(tree: Tree, tools: Sequence[str], options: argparse.Namespace, progress: Progress) -> Timings:
    """Time all tools on a tree; they take turns, and the best round of each counts."""
    timings: Timings = {}
    for number in range(options.rounds):
        for key in tools:
            tool = TOOLS[key]
            states = list(STATES) if key in WITH_CACHE else ["cold"]
            known = {state: timing for state in states if (timing := kept(tool, tree, state))}
            if len(known) == len(states) and not options.again:
                timings.update({(key, state): timing for state, timing in known.items()})
                continue
            for state in states:
                if (key, "cold") in timings and timings[key, "cold"].note:
                    continue
                progress.say(f"{tree.size} · {key} · {state} · round {number + 1} of {options.rounds}")
                _keep(timings, (key, state), _timed(tool, tree, state, number, options.limit))
    for (key, state), timing in timings.items():
        keep(TOOLS[key], tree, state, timing)
    return timings


def _timed(tool: Tool, tree: Tree, state: str, number: int, limit: float) -> Timing:
    empty = fetching.create(fetching.STORE / "envs" / "empty").parents[1]
    cache = tree.folder.parent / f"cache-{tool.key}"
    if state == "cold":
        shutil.rmtree(cache, ignore_errors=True)
    change = STATES[state]
    if change is not None:
        change(tree.changed, number)
    return clock(tool, Target(tree.folder, tree.paths, (".",), empty, cache, version=tree.python), limit)


def _keep(timings: Timings, key: tuple[str, str], timing: Timing) -> None:
    before = timings.get(key)
    if before is None or before.note or (not timing.note and timing.seconds < before.seconds):
        timings[key] = timing


def render(tree: Tree, timings: Timings, tools: Sequence[str]) -> str:
    """Return the table of one tree."""
    first = timings.get((tools[0], "cold"))
    rows = [[key, *_cells(tree, timings, key, first)] for key in tools]
    header = ["checker", "cold, s", "lines/s", "unchanged, s", "body, s", "interface, s", "peak cold, MiB"]
    header += ["peak warm, MiB", f"cold / {tools[0]}", "load before"]
    return f"## {tree.size}: {tree.files:,} files, {tree.lines:,} lines\n\n{table(header, rows)}\n"


def _cells(tree: Tree, timings: Timings, key: str, first: Timing | None) -> list[str]:
    cold = timings.get((key, "cold"))
    if cold is None or cold.note:
        return [cold.note if cold else "–", *["–"] * 8]
    warm = [timings.get((key, state)) for state in list(STATES)[1:]] if key in WITH_CACHE else []
    seconds = [(one.note or f"{one.seconds:.1f}") if one else "–" for one in warm] or ["as cold"] * 3
    peaks = [one.peak for one in warm if one and not one.note]
    peak = f"{max(peaks) / 2**20:,.0f}" if peaks else "–"
    ratio = f"{cold.seconds / first.seconds:.1f}×" if first and not first.note else "–"
    pace = f"{tree.lines / cold.seconds:,.0f}"
    return [f"{cold.seconds:.1f}", pace, *seconds, f"{cold.peak / 2**20:,.0f}", peak, ratio, f"{cold.load:.1f}"]


def main(given: Sequence[str] | None = None) -> int:
    """Measure, print the tables, and write them when nothing was left out."""
    options = _parser().parse_args(given)
    progress = Progress()
    versions = {key: version for key in options.tools if (version := version_of(TOOLS[key]))}
    busy = f"The load of the machine was {os.getloadavg()[0]:.1f} before the run."
    parts = [f"# Speed\n\n{described(machine(), versions)} {busy}\n\nReproduce it with `{COMMAND}`. {READING}\n"]
    sys.stdout.write(parts[0])
    plain: dict[str, Any] = {}
    for size in options.sizes:
        with tempfile.TemporaryDirectory(prefix=f"speed-{size}-", dir=fetching.made("work")) as folder:
            tree = lay_out(size, Path(folder) / "tree")
            timings = measure(tree, options.tools, options, progress)
        progress.clear()
        parts.append("\n" + render(tree, timings, options.tools))
        sys.stdout.write(parts[-1])
        sys.stdout.flush()
        plain[size] = {"files": tree.files, "lines": tree.lines, "timings": _plain(timings)}
    if options.write or (options.sizes == list(SIZES) and options.tools == list(TIMED)):
        RESULTS.mkdir(exist_ok=True)
        (RESULTS / "speed.md").write_text("".join(parts))
        facts = machine() | {"command": COMMAND, "versions": versions, "sizes": plain}
        (RESULTS / "speed.json").write_text(json.dumps(facts, indent=1, ensure_ascii=False) + "\n")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    parser.add_argument("--sizes", nargs="+", choices=SIZES, default=list(SIZES), metavar="SIZE", help=", ".join(SIZES))
    names = ", ".join(TOOLS)
    parser.add_argument("--tools", nargs="+", choices=list(TOOLS), default=list(TIMED), metavar="TOOL", help=names)
    parser.add_argument("--rounds", type=int, default=1, help="rounds of which the best counts (1)")
    parser.add_argument("--limit", type=float, default=1800.0, help="seconds after which a run is given up (1800)")
    parser.add_argument("--again", action="store_true", help="time the peers again that were timed before")
    parser.add_argument("--write", action="store_true", help="write the files also if something was left out")
    return parser


def _plain(timings: Timings) -> dict[str, dict[str, Any]]:
    return {
        f"{key} · {state}": {
            "seconds": round(one.seconds, 3),
            "peak_bytes": one.peak,
            "load": one.load,
            "note": one.note,
        }
        for (key, state), one in timings.items()
    }


READING = """
Cold is without any cache of the checker's own, while the files are in the system's. The warm runs follow it: nothing
has changed, one statement was added to the body of a function, a function was added to a module that many import. ty,
pyrefly and pyright keep nothing between runs from a command line. The peak counts the resident memory of all processes
together. Third-party packages are not installed. The peers' times are kept, with the load of the machine at the time,
and taken again with --again; ratios count only where the load before was low.
""".strip().replace("\n", " ")


if __name__ == "__main__":
    sys.exit(main())
