"""Servers that share a PostgreSQL: a rolling restart with 500 readers, and a burst of one tenant beside another.

``python -m benchmarks.sharing [--write]`` starts a PostgreSQL of its own, and everything else, on loopback.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.measure import RESULTS, Progress, described, machine, table
from duotone.server.tokens import Tokens
from tests.postgresql import PostgresServer
from tests.server.shared.bursting import Burst, burst
from tests.server.shared.hosts import hosts
from tests.server.shared.rolling import Rolled, roll

COMMAND = "python -m benchmarks.sharing"
_HEADER = (
    "connections",
    "alone: p50 / max (ms)",
    "meanwhile: p50 / p99 / max (ms)",
    "its runs",
    "told to come back",
    "the burst (s)",
)


def main(given: Sequence[str] | None = None) -> int:
    """Measure both in one run, print the tables, and write them if that was asked for."""
    options = _parser().parse_args(given)
    load, progress = os.getloadavg()[0], Progress()
    postgres = PostgresServer(fsync="on")
    try:
        postgres.start()
        progress.say("rolling restart")
        rolled = _rolled(postgres, options)
        progress.say("burst")
        found = {connections: _burst(postgres, options, connections) for connections in options.connections}
    finally:
        postgres.end()
    progress.clear()
    said = " ".join((COMMAND, *(sys.argv[1:] if given is None else given)))
    facts = f"{described(machine(), {})} The load of the machine was {load:.1f} before the run."
    text = _page(said, facts, rolled, found, options)
    sys.stdout.write(text)
    if options.write:
        (RESULTS / "sharing.md").write_text(text, encoding="utf-8")
    return 0


def _rolled(postgres: PostgresServer, options: argparse.Namespace) -> Rolled:
    with tempfile.TemporaryDirectory() as folder, hosts(postgres.fresh(), Path(folder), drain=5.0) as pair:
        return asyncio.run(roll(pair, readers=options.readers, writers=2))


def _burst(postgres: PostgresServer, options: argparse.Namespace, connections: int) -> Burst:
    address = postgres.fresh()
    with contextlib.closing(Tokens.beside(address)) as tokens:
        hasty, calm = (tokens.create(name, scopes=["run"], tenant=name)[0] for name in ("hasty", "calm"))
    with tempfile.TemporaryDirectory() as folder, hosts(address, Path(folder), count=1) as [host]:
        asked = burst(host.port, (hasty, calm), runs=options.runs, connections=connections, alone=50)
        return asyncio.run(asked)


def _page(said: str, facts: str, rolled: Rolled, bursts: dict[int, Burst], options: argparse.Namespace) -> str:
    right = sum(
        reader.seen == (rolled.session if number % 10 == 0 else rolled.everything) and not reader.told
        for number, reader in enumerate(rolled.readers)
    )
    rows = {
        "readers": len(rolled.readers),
        "events of the log": len(rolled.everything),
        "readers that were shown each event of theirs once and in order": right,
        "streams that were begun, on either server": sum(reader.joined for reader in rolled.readers),
        "sessions that clients made meanwhile": len(rolled.made),
        "requests that a client could not have answered by either server": len(rolled.refused),
        "slowest of these, with all its tries (s)": f"{rolled.slowest:.2f}",
        "drain, end and start of each server (s)": " and ".join(f"{one:.1f}" for one in rolled.restarts),
    }
    lines = ["# Servers that share a PostgreSQL", "", f"`{said}`", "", facts, "", "## A rolling restart", ""]
    lines += [
        "Two `duotone serve` over one PostgreSQL. Nine of ten readers follow everything, the others one session. Two",
        "clients make sessions on either server. Each server is told to end, drains, and is started again; who",
        "followed it resumes on the next one with the last id that it has seen.",
        "",
        "| | |",
        "|---|---:|",
        *(f"| {name} | {value} |" for name, value in rows.items()),
        "",
        f"## A burst of {options.runs:,} runs",
        "",
        "One server. A tenant begins workflows of three steps as quickly as it is let, over so many connections, and",
        "comes back when it is told to. Another one does one such run after the other, from the request that begins",
        "it to the answer that it has ended; times are those of the other tenant.",
        "",
        table(_HEADER, [_row(connections, one) for connections, one in bursts.items()], left=0),
        "",
    ]
    return "\n".join(lines)


def _row(connections: int, one: Burst) -> list[str]:
    alone, meanwhile = sorted(one.alone), sorted(one.meanwhile)
    times = [meanwhile[len(meanwhile) // 2], meanwhile[int(len(meanwhile) * 0.99)], meanwhile[-1]]
    shown = " / ".join(f"{seconds * 1e3:.0f}" for seconds in times)
    first = f"{alone[len(alone) // 2] * 1e3:.0f} / {alone[-1] * 1e3:.0f}"
    refused = sum(count for status, count in one.others.items() if status in {429, 503})
    return [str(connections), first, shown, str(len(meanwhile)), str(refused), f"{one.seconds:.0f}"]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    parser.add_argument("--readers", type=int, default=500, help="how many follow")
    parser.add_argument("--runs", type=int, default=10_000, help="how many runs the burst has")
    parser.add_argument("--connections", type=int, nargs="+", default=[64], help="over how many it comes")
    parser.add_argument("--write", action="store_true", help="keep the tables in benchmarks/results/sharing.md")
    return parser


if __name__ == "__main__":
    sys.exit(main())
