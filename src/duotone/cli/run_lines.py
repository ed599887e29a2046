"""How runs are shown: in a list, one with its steps, and their events."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence

from duotone.cli.remedies import in_commands
from duotone.cli.stores import Row
from duotone.cli.tables import clock, listed, shown
from duotone.cli.terminal import width

__all__ = ["event_line", "show_run", "show_runs"]

_COLUMNS = {"run": "run", "kind": "kind", "name": "name", "status": "status", "session": "session", "reason": "reason"}


def show_runs(rows: Sequence[Row], args: argparse.Namespace, *, empty: str) -> int:
    """Show runs, a line each."""
    return listed(rows, _COLUMNS, args, empty=empty)


def show_run(row: Row, args: argparse.Namespace) -> None:
    """Show a run and its steps."""
    if args.json:
        shown(row, args)
        return
    fault = row.get("fault")
    said = {
        **row,
        "fault": in_commands(f"{fault['type']}: {fault['message']}") if fault else None,
        "started": clock(row.get("started")),
        "last": clock(row.get("last")),
        "todo": "; ".join(row.get("todo") or ()),
    }
    shown(said, args, ("steps", row.get("steps", ())))


def event_line(row: Row, *, names_run: bool = False) -> str:
    """Return an event as one line, in a terminal no longer than that is wide."""
    run = f" {row['run']}" if names_run and row["run"] is not None else ""
    data = json.dumps(row["data"], ensure_ascii=False, separators=(",", ":"))
    line = f"{row['id']:>6} {clock(row['at'])}{run} {row['kind']} {data}"
    room = max(width(), 40)
    return f"{line[: room - 1]}…" if sys.stdout.isatty() and len(line) > room else line
