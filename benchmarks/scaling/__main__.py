"""Steps per second of a workflow of ten steps with 1, 2 and 4 workers: bare engines, ours on them, and embedded.

``python -m benchmarks.scaling [--write]`` starts a PostgreSQL and a Temporal service on loopback. Every worker is a
process that asks for runs and carries them out. All rows take turns in each round, so that a machine that gets
slower or faster meanwhile does so for all of them; a ratio is that of one round, and the median of those is told.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from benchmarks.measure import RESULTS, Progress, described, machine, table, versions
from benchmarks.scaling.crowd import Crowd, Row, crowd
from benchmarks.scaling.work import STEPS
from tests.postgresql import PostgresServer
from tests.runtime.engines.services import free_port, temporal_service

COMMAND = "python -m benchmarks.scaling"


def main(given: Sequence[str] | None = None) -> int:
    """Measure, print the tables, and write them if that was asked for."""
    options = _parser().parse_args(given)
    load, progress = os.getloadavg()[0], Progress()
    with ExitStack() as stack:
        memory = Path("/dev/shm")  # noqa: S108  # where the tests' PostgreSQL has its data too, so that no disk is measured
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None)))
        postgres = PostgresServer(fsync="on")
        stack.callback(postgres.end)
        postgres.start()
        kept = ("--db-filename", str(folder / "temporal.db"))
        target = stack.enter_context(temporal_service(free_port(), *kept)).split("/")[2]
        found = {
            count: _measured(count, _rows(count, postgres, target, folder), options, progress)
            for count in options.workers
        }
    progress.clear()
    said = " ".join((COMMAND, *(sys.argv[1:] if given is None else given)))
    facts = described(machine(), versions(["temporalio", "dbos", "psycopg"]))
    text = _page(said, f"{facts} The load of the machine was {load:.1f} before the run.", found, options)
    sys.stdout.write(text)
    if options.write:
        (RESULTS / "scaling.md").write_text(text, encoding="utf-8")
        figures = {count: {one.row.title: _figures(one) for one in crowds} for count, crowds in found.items()}
        (RESULTS / "scaling.json").write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    return 0


def _rows(count: int, postgres: PostgresServer, target: str, folder: Path) -> list[Row]:
    """Return what takes turns, each on a log, a queue or a database of its own."""
    file = str(folder / f"{count}.db")
    return [
        Row("bare Temporal", "bare-temporal", f"bare-{count}", target),
        Row("duotone on Temporal", "ours", postgres.fresh(), f"temporal://{target}", "bare Temporal"),
        Row("bare DBOS", "bare-dbos", postgres.fresh(), ""),
        Row("duotone on DBOS", "ours", postgres.fresh(), "dbos", "bare DBOS"),
        Row("duotone embedded, log on PostgreSQL", "ours", postgres.fresh(), "embedded"),
        Row("duotone embedded, log in a file", "ours", file, "embedded"),
    ]


def _measured(count: int, rows: list[Row], options: argparse.Namespace, progress: Progress) -> list[Crowd]:
    """Let all rows take turns with so many workers each."""
    with ExitStack() as stack:
        chosen = [row for row in rows if not options.only or options.only in row.title]
        crowds = [stack.enter_context(crowd(row, count)) for row in chosen]
        for one in crowds:
            one.round(options.callers, options.callers)
        for number in range(options.rounds):
            for one in crowds:
                progress.say(f"{count} workers · {one.row.title} · round {number + 1} of {options.rounds}")
                rate, cost = one.round(options.runs, options.callers)
                one.rates.append(rate)
                one.costs.append(cost)
        for one in crowds:
            sys.stderr.write(f"{count} × {one.row.title}: {statistics.median(one.rates):,.0f} steps/s\n")
        return crowds


def _figures(one: Crowd) -> dict[str, Any]:
    return {
        "steps_per_second": [round(rate, 1) for rate in one.rates],
        "cpu_ms": [round(cost, 3) for cost in one.costs],
    }


def _page(said: str, facts: str, found: dict[int, list[Crowd]], options: argparse.Namespace) -> str:
    lines = ["# Steps per second with several workers", "", f"`{said}`", "", facts, ""]
    lines += [
        f"A workflow of {STEPS} steps that do nothing, one after the other; {options.callers} runs at once altogether,",
        "on one machine: workers, Temporal and PostgreSQL share its cores, and have their files in memory. Medians of",
        "the rounds; in brackets the median of the ratios to the bare engine in the same round.",
        "",
        _table(found, "steps per second", _rate),
        "",
        "Processor time of the workers alone, for each step:",
        "",
        _table(found, "ms", lambda one, _: f"{statistics.median(one.costs):.2f}"),
        "",
    ]
    return "\n".join(lines)


def _table(found: dict[int, list[Crowd]], first: str, cell: Callable[[Crowd, list[Crowd]], str]) -> str:
    counts = list(found)
    titles = [one.row.title for one in found[counts[0]]]
    rows = [[title, *(cell(_named(found[count], title), found[count]) for count in counts)] for title in titles]
    return table([first, *(f"{count} worker{'s' * (count > 1)}" for count in counts)], rows)


def _rate(one: Crowd, beside: list[Crowd]) -> str:
    rate = f"{statistics.median(one.rates):,.0f}"
    if one.row.against is None:
        return rate
    return f"{rate} ({statistics.median(_ratios(one, _named(beside, one.row.against))):.2f})"


def _ratios(one: Crowd, bare: Crowd) -> list[float]:
    return [ours / theirs for ours, theirs in zip(one.rates, bare.rates, strict=True)]


def _named(crowds: list[Crowd], title: str) -> Crowd:
    return next(one for one in crowds if one.row.title == title)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4], help="how many processes")
    parser.add_argument("--callers", type=int, default=16, help="how many runs are under way at once, altogether")
    parser.add_argument("--runs", type=int, default=32, help="how many runs a round has")
    parser.add_argument("--rounds", type=int, default=4, help="how often each row has its turn")
    parser.add_argument("--only", help="rows whose titles have this in them")
    parser.add_argument("--write", action="store_true", help="keep the tables in benchmarks/results/scaling.md")
    return parser


if __name__ == "__main__":
    sys.exit(main())
