"""Measures durable steps with duotone and its peers, and prints the tables."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any

from benchmarks.durable import aims, holding, importing, measuring, place, resuming, sitting, tables
from benchmarks.durable.engines import ROWS
from benchmarks.measure import RESULTS, Progress, described, machine

COMMAND = "python -m benchmarks.durable"


def steps(options: argparse.Namespace, progress: Progress) -> tuple[str, Any]:
    """Measure steps and return their three tables."""
    readings = measuring.measure(options.rows, options.callers, options.rounds, options.seconds, progress)
    parts = (tables.rates(readings, options.rows), tables.latencies(readings, options.rows))
    plain = {" · ".join(map(str, key)): one.as_json() for key, one in readings.items()}
    return "\n\n".join((*parts, tables.processor(readings, options.rows))), plain


def resume(options: argparse.Namespace, progress: Progress) -> tuple[str, Any]:
    """Kill and resume, once for each engine that can be killed."""
    said: dict[str, dict[str, float | str]] = {}
    for row in resuming.RESUMABLE:
        if row in options.rows:
            progress.say(f"{row} · resuming")
            said[row] = resuming.measure(row, options.rounds)
    return tables.resumptions(said), said


def imports(options: argparse.Namespace, progress: Progress) -> tuple[str, Any]:
    """Import every engine."""
    progress.say("importing")
    said = importing.measure(options.rounds)
    return tables.imports(said), said


def sessions(options: argparse.Namespace, progress: Progress) -> tuple[str, Any]:
    """Open a long session and many short ones."""
    progress.say("sessions")
    said = sitting.measure(options.rounds)
    return tables.sessions(said), said


def loop(options: argparse.Namespace, progress: Progress) -> tuple[str, Any]:
    """Look how long a loop is held while runs go on there."""
    progress.say("loop")
    said = holding.measure(options.rounds)
    return tables.loops(said), said


MEASURED: dict[str, tuple[str, Callable[[argparse.Namespace, Progress], tuple[str, Any]]]] = {
    "steps": ("Durable steps, in runs of ten", steps),
    "resume": ("Resuming a run whose process was killed", resume),
    "import": ("Importing", imports),
    "sessions": ("Sessions", sessions),
    "loop": ("The host's loop", loop),
}


def main(given: Sequence[str] | None = None) -> int:
    """Measure, print the tables, and write them when nothing was left out."""
    options = _parser().parse_args(given)
    place.python()
    progress = Progress()
    load = f"The load of the machine was {os.getloadavg()[0]:.1f} before the run."
    command = " ".join((COMMAND, *(sys.argv[1:] if given is None else given)))
    packages = place.versions()
    parts = [
        f"# Durable steps\n\n{described(machine(), packages)} {load}\n\nThis is the output of `{command}`. {READING}\n"
    ]
    sys.stdout.write(parts[0])
    plain: dict[str, Any] = {}
    for key in options.only:
        title, measured = MEASURED[key]
        text, plain[key] = measured(options, progress)
        progress.clear()
        parts.append(f"\n## {title}\n\n{text}\n")
        sys.stdout.write(parts[-1])
        sys.stdout.flush()
    judged = aims.judged(plain)
    if judged:
        parts.append(f"\n## What is aimed at\n\n{judged}\n")
        sys.stdout.write(parts[-1])
    if options.write or (options.only == list(MEASURED) and options.rows == list(ROWS)):
        RESULTS.mkdir(exist_ok=True)
        (RESULTS / "durable.md").write_text("".join(parts))
        facts = machine() | {"command": command, "versions": packages, "sections": plain}
        (RESULTS / "durable.json").write_text(json.dumps(facts, indent=1, ensure_ascii=False) + "\n")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    names = ", ".join(ROWS)
    parser.add_argument("--only", nargs="+", choices=MEASURED, default=list(MEASURED), help=", ".join(MEASURED))
    parser.add_argument("--rows", nargs="+", choices=ROWS, default=list(ROWS), metavar="ROW", help=names)
    parser.add_argument("--callers", nargs="+", type=int, default=list(measuring.CALLERS), help="runs at once")
    parser.add_argument("--rounds", type=int, default=5, help="rounds whose median counts (5)")
    parser.add_argument("--seconds", type=float, default=1.0, help="how long a round should take (1)")
    parser.add_argument("--write", action="store_true", help="write the files also if something was left out")
    return parser


READING = """
Every engine runs the same ten steps, each of which notes when it began and returns a number; an engine keeps each
result before the next step begins. Rounds of all engines take turns, each engine in a process of its own, all with one
interpreter; a figure is the median of its rounds, of which slow engines have fewer, and the ratio is to the first row.
Ratios within a run count, since the speed of a disk and of a machine changes.
""".strip().replace("\n", " ")


if __name__ == "__main__":
    sys.exit(main())
