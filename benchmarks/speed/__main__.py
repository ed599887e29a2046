"""Times every checker on trees of three sizes: cold, warm after one file has changed, and the memory at the peak."""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.checkers import fetching
from benchmarks.checkers.running import version_of
from benchmarks.checkers.tools import TOOLS, Target
from benchmarks.measure import RESULTS, Progress, described, machine, table
from benchmarks.speed.timing import Timing, clock
from benchmarks.speed.trees import SIZES, Tree, change, lay_out

if TYPE_CHECKING:
    from collections.abc import Sequence

COMMAND = "python -m benchmarks.speed"
TIMED = ("duotone", "ruff", "ty", "pyrefly", "mypy", "pyright")
Timings = dict[tuple[str, str], Timing]


def measure(tree: Tree, tools: Sequence[str], rounds: int, limit: float, progress: Progress) -> Timings:
    """Time all tools on a tree; they take turns, and the best round of each counts."""
    timings: Timings = {}
    empty = fetching.create(fetching.STORE / "envs" / "empty").parents[1]
    for number in range(rounds):
        for key in tools:
            cache = tree.folder.parent / f"cache-{key}"
            shutil.rmtree(cache, ignore_errors=True)
            target = Target(tree.folder, tree.paths, (".",), empty, cache, version=tree.python)
            for state in ("cold", "warm"):
                if (key, "cold") in timings and timings[key, "cold"].note:
                    continue
                progress.say(f"{tree.size} · {key} · {state} · round {number + 1} of {rounds}")
                if state == "warm":
                    change(tree.changed, number)
                _keep(timings, (key, state), clock(TOOLS[key], target, limit))
    return timings


def _keep(timings: Timings, key: tuple[str, str], timing: Timing) -> None:
    before = timings.get(key)
    if before is None or before.note or (not timing.note and timing.seconds < before.seconds):
        timings[key] = timing


def render(tree: Tree, timings: Timings, tools: Sequence[str]) -> str:
    """Return the table of one tree."""
    first = timings.get((tools[0], "cold"))
    rows = [[key, *_cells(timings, key, first)] for key in tools]
    header = ["checker", "cold, s", "warm, s", "peak cold, MiB", "peak warm, MiB", f"cold / {tools[0]}"]
    return f"## {tree.size}: {tree.files:,} files, {tree.lines:,} lines\n\n{table(header, rows)}\n"


def _cells(timings: Timings, key: str, first: Timing | None) -> list[str]:
    cold, warm = timings.get((key, "cold")), timings.get((key, "warm"))
    if cold is None or cold.note:
        return [cold.note if cold else "–", "–", "–", "–", "–"]
    ratio = f"{cold.seconds / first.seconds:.1f}×" if first and not first.note else "–"
    seconds = [f"{one.seconds:.1f}" if one and not one.note else "–" for one in (cold, warm)]
    peaks = [f"{one.peak / 2**20:,.0f}" if one and not one.note else "–" for one in (cold, warm)]
    return [*seconds, *peaks, ratio]


def main(given: Sequence[str] | None = None) -> int:
    """Measure, print the tables, and write them when nothing was left out."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    parser.add_argument("--sizes", nargs="+", choices=SIZES, default=list(SIZES), metavar="SIZE", help=", ".join(SIZES))
    names = ", ".join(TOOLS)
    parser.add_argument("--tools", nargs="+", choices=list(TOOLS), default=list(TIMED), metavar="TOOL", help=names)
    parser.add_argument("--rounds", type=int, default=1, help="rounds of which the best counts (1)")
    parser.add_argument("--limit", type=float, default=1800.0, help="seconds after which a run is given up (1800)")
    parser.add_argument("--write", action="store_true", help="write the files also if something was left out")
    options = parser.parse_args(given)
    progress = Progress()
    versions = {key: version for key in options.tools if (version := version_of(TOOLS[key]))}
    parts = [f"# Speed\n\n{described(machine(), versions)}\n\nReproduce it with `{COMMAND}`. {READING}\n"]
    sys.stdout.write(parts[0])
    plain: dict[str, Any] = {}
    for size in options.sizes:
        with tempfile.TemporaryDirectory(prefix=f"speed-{size}-", dir=fetching.made("work")) as folder:
            tree = lay_out(size, Path(folder) / "tree")
            timings = measure(tree, options.tools, options.rounds, options.limit, progress)
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


def _plain(timings: Timings) -> dict[str, dict[str, Any]]:
    return {
        f"{key} · {state}": {"seconds": round(one.seconds, 3), "peak_bytes": one.peak, "note": one.note}
        for (key, state), one in timings.items()
    }


READING = """
Cold is without any cache of the checker's own, while the files are in the system's. Warm is after one statement was
added to the body of a function; ty, pyrefly and pyright keep nothing between runs from a command line. The
peak counts the resident memory of all processes together. Third-party packages are not installed. Ratios within a run
count, since a machine's speed changes.
""".strip().replace("\n", " ")


if __name__ == "__main__":
    sys.exit(main())
