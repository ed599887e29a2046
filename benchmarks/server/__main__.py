"""Measure the server and its peers: ``python -m benchmarks.server [--write]``."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import sys
import tempfile
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import Any

from benchmarks.durable import place
from benchmarks.measure import RESULTS, Progress, described, machine
from benchmarks.server import loading, streaming, tables
from benchmarks.server.contenders import CONTENDERS, PLATFORM
from benchmarks.server.processes import Running, started

COMMAND = "python -m benchmarks.server"
FOLLOWED = ("fastapi", "duotone")
"""Whose streams are comparable: everything that happens, to everybody who follows."""


def main(given: Sequence[str] | None = None) -> int:
    """Measure all in one run, print the tables, and write them if that was asked for."""
    options = _parser().parse_args(given)
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    load, progress = os.getloadavg()[0], Progress()
    found: dict[str, Any] = {"loads": {}, "idle": {}, "streams": {}}
    for row in options.rows:
        progress.say(row)
        found["loads"][row] = _measured(row, lambda server, row=row: _loads(server, row, options))
        found["idle"][row] = _measured(row, lambda server, row=row: _idle(server, row, options))
        if row in FOLLOWED and options.subscribers:
            found["streams"][row] = _measured(row, lambda server: streaming.streams(server, options))
    progress.clear()
    said = " ".join((COMMAND, *(sys.argv[1:] if given is None else given)))
    facts = described(machine(), _versions())
    text = tables.page(found, options, f"{facts} The load of the machine was {load:.1f} before the run.", said)
    sys.stdout.write(text)
    if options.write:
        (RESULTS / "server.md").write_text(text, encoding="utf-8")
        body = machine() | {"command": said, "versions": _versions(), **found}
        (RESULTS / "server.json").write_text(json.dumps(body, indent=1) + "\n", encoding="utf-8")
    return 0


def _loads(server: Running, row: str, options: argparse.Namespace) -> Coroutine[Any, Any, dict[str, Any]]:
    return loading.loads(server, CONTENDERS[row].dialect, options)


def _idle(server: Running, row: str, options: argparse.Namespace) -> Coroutine[Any, Any, dict[str, Any]]:
    return loading.idle(server, CONTENDERS[row].dialect, options)


def _measured(row: str, measure: Any) -> dict[str, Any]:
    """Measure something of a server that was started for that alone, or say why it can't be."""
    contender = CONTENDERS[row]
    with tempfile.TemporaryDirectory(prefix=f"{row}-", dir=place.work(), ignore_cleanup_errors=True) as folder:
        try:
            with started(contender.python(), contender.module, Path(folder)) as server:
                found: dict[str, Any] = asyncio.run(measure(server))
        except Exception as error:  # noqa: BLE001  # what a peer fails with is the answer of its row
            return {"note": " ".join(f"{type(error).__name__}: {error}"[:120].split())}
    return found


def _versions() -> dict[str, str]:
    pinned = [line for line in PLATFORM.read_text().splitlines() if line.startswith("langgraph-api")]
    return {**place.versions(), **dict(line.split("==") for line in pinned)}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    names = ", ".join(CONTENDERS)
    parser.add_argument("--rows", nargs="+", choices=CONTENDERS, default=list(CONTENDERS), metavar="ROW", help=names)
    parser.add_argument("--seconds", type=float, default=3.0, help="how long each load lasts")
    parser.add_argument("--callers", type=int, default=16, help="how many ask at once")
    parser.add_argument("--subscribers", type=int, default=2000, help="how many follow at once; 0 for none")
    parser.add_argument("--events", type=int, default=100, help="how many sessions are created meanwhile")
    parser.add_argument("--sessions", type=int, default=2000, help="how many idle sessions are weighed, at most")
    parser.add_argument("--write", action="store_true", help="keep the tables in benchmarks/results/server.md")
    return parser


if __name__ == "__main__":
    sys.exit(main())
