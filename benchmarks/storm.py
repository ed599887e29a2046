"""Two minutes of storm on each engine: workers, PostgreSQL and Temporal are killed and stopped under load.

``python -m benchmarks.storm [--write]`` starts everything on loopback, does harm by chance, and then holds the log
against an external counter and against what a receiver was told. It ends with 1 if anything is not as it must be.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.measure import RESULTS, Progress, described, machine, table, versions
from tests.runtime.engines.storm.judging import Verdict, judged
from tests.runtime.engines.storm.storming import storm

COMMAND = "python -m benchmarks.storm"
_TITLES = {"temporal": "Temporal", "dbos": "DBOS"}


def main(given: Sequence[str] | None = None) -> int:
    """Let it rage on each engine, print the table, and write it if that was asked for."""
    options, progress = _parser().parse_args(given), Progress()
    found: dict[str, Verdict] = {}
    for engine in options.engines:
        progress.say(f"storm on {_TITLES[engine]}")
        found[engine] = _verdict(engine, options)
    progress.clear()
    said = " ".join((COMMAND, *(sys.argv[1:] if given is None else given)))
    text = _page(said, found, options)
    sys.stdout.write(text)
    if options.write:
        (RESULTS / "storm.md").write_text(text, encoding="utf-8")
    return int(any(verdict.problems for verdict in found.values()))


def _verdict(engine: str, options: argparse.Namespace) -> Verdict:
    with tempfile.TemporaryDirectory() as folder, storm(engine, Path(folder), options.seed) as made:
        try:
            made.rage(options.seconds, made.harms, options.pause)
            made.settle()
        finally:  # also where it did not settle: then they may say why
            sys.stderr.write("".join(f"\n{said}\n" for said in made.ended))
        return judged(made)


def _page(said: str, found: dict[str, Verdict], options: argparse.Namespace) -> str:
    names = list(dict.fromkeys(name for verdict in found.values() for name in verdict.figures))
    rows = [[name, *(str(verdict.figures.get(name, "")) for verdict in found.values())] for name in names]
    rows.append(["**anything that is not as it must be**", *(str(len(one.problems)) for one in found.values())])
    facts = described(machine(), versions(["temporalio", "dbos", "psycopg"]))
    lines = ["# A storm", "", f"`{said}`", "", facts, ""]
    lines += [
        f"Three worker processes ask for workflows of four steps and carry them out, for {options.seconds:g} s, while",
        "processes are killed (`kill -9`) or stopped for longer than their lease, and services are killed and started",
        "again, by chance. After it everything that was accepted has to end. A call of a unit leaves a line in a file",
        "that no engine knows of: each is an attempt of the log, none is made after its step was committed, and what",
        "may not be done twice was done once. What was promised goes to a receiver that counts each key once.",
        "",
        table(["", *(_TITLES[engine] for engine in found)], rows),
        "",
    ]
    for engine, verdict in found.items():
        lines += [f"- {_TITLES[engine]}: {problem}" for problem in verdict.problems[:50]]
    return "\n".join(lines)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    parser.add_argument("--engines", nargs="+", choices=list(_TITLES), default=list(_TITLES), help="on which")
    parser.add_argument("--seconds", type=float, default=120.0, help="how long it rages")
    parser.add_argument("--pause", type=float, default=2.0, help="seconds between two harms, on average")
    parser.add_argument("--seed", type=int, default=1, help="what chance begins with")
    parser.add_argument("--write", action="store_true", help="keep the table in benchmarks/results/storm.md")
    return parser


if __name__ == "__main__":
    sys.exit(main())
