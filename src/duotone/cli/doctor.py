"""`duotone doctor`: says what is installed, what a feature is missing, and whether this project is set up."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path

from duotone.cli.examining import Check, State
from duotone.cli.tables import emit_json
from duotone.cli.terminal import Parser, emit, note, wants_color
from duotone.cli.verbs import add_log, log_named

__all__ = ["declared", "main"]

_MARKS = {State.OK: "ok", State.ABSENT: "--", State.BROKEN: "!!"}
_COLORS = {State.OK: "32", State.ABSENT: "2", State.BROKEN: "31"}


def main(arguments: list[str]) -> int:
    """Look at everything; 1 if something is broken."""
    args = declared().parse_args(arguments)
    from duotone.cli.examining.extras import examine_extras
    from duotone.cli.examining.projects import examine_project
    from duotone.cli.examining.stores import examine_server, examine_store

    parts: dict[str, list[Check]] = {
        "installed": list(examine_extras()),
        "this project": list(examine_project(Path.cwd())),
        "the log": [*examine_store(log_named(args.log)), *examine_server()],
    }
    broken = sum(check.state is State.BROKEN for checks in parts.values() for check in checks)
    if args.json:
        emit_json({title: [check.to_json() for check in checks] for title, checks in parts.items()})
    else:
        emit("\n".join(_part(title, checks, args) for title, checks in parts.items()))
        note(f"{broken} broken" if broken else "nothing is broken")
    return 1 if broken else 0


def declared() -> Parser:
    """Declare the options."""
    parser = Parser(
        prog="duotone doctor",
        description="Say what is installed, what a feature is missing, and whether this project is set up.",
        epilog="exit codes: 0 nothing is broken, 1 something is, 2 wrong use or a failure",
    )
    add_log(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--color", choices=["auto", "always", "never"], default="auto", help="colors (default: auto)")
    parser.add_argument("--verbose", action="store_true", help="show a traceback if duotone itself fails")
    return parser


def _part(title: str, checks: Iterable[Check], args: argparse.Namespace) -> str:
    rows = list(checks)
    room = max((len(check.what) for check in rows), default=0)
    return f"{title}\n" + "".join(_line(check, room, args) for check in rows)


def _line(check: Check, room: int, args: argparse.Namespace) -> str:
    mark = _MARKS[check.state]
    if wants_color(args.color):
        mark = f"\x1b[{_COLORS[check.state]}m{mark}\x1b[0m"
    remedy = f"; {check.remedy}" if check.remedy else ""
    return f"  {mark}  {check.what:<{room}}  {check.found}{remedy}\n"
