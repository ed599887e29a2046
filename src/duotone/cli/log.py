"""`duotone log`: verifies, exports, shows and prunes what a runtime has written."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from duotone.cli.tables import clock
from duotone.cli.terminal import Parser, Progress, emit
from duotone.cli.verbs import DEFAULT_LOG, count, log_named, moment, place, server_named
from duotone.errors import NoSuchRun, NoSuchSession, WrongUse

if TYPE_CHECKING:
    from duotone.runtime.events import Event
    from duotone.runtime.log.views import LogView

__all__ = ["declared", "main"]

_BLOCK = 500


def main(arguments: list[str]) -> int:
    """Run one of them; 0 if all is well, 1 for damage, 2 for wrong use."""
    args = declared().parse_args(arguments)
    args.log, args.path = args.path, log_named(args.path)
    code: int = args.do(args)
    return code


def declared() -> Parser:
    """Declare the actions."""
    parser = Parser(prog="duotone log", description="Verify, export, show or prune the log of a runtime.")
    actions = parser.add_subparsers(required=True, metavar="ACTION", parser_class=Parser)
    verify = actions.add_parser("verify", help="look for damage: a changed byte anywhere is found and named")
    verify.set_defaults(do=_verify)
    export = actions.add_parser("export", help="write the events as lines of JSON, which verify on their own")
    export.add_argument("--session", help="of this session alone")
    export.add_argument("--output", "-o", metavar="FILE", help="into a file, instead of standard output")
    export.set_defaults(do=_export)
    show = actions.add_parser("show", help="show sessions and runs, or the events of one")
    which = show.add_mutually_exclusive_group()
    which.add_argument("--session", help="the events of this session")
    which.add_argument("--run", help="the events of this run")
    show.add_argument("--limit", type=count, metavar="N", help="at most so many lines (default: all)")
    show.add_argument("--server", metavar="URL", help="of a server, instead of a file (default: DUOTONE_SERVER)")
    show.set_defaults(do=_show)
    prune = actions.add_parser("prune", help="remove sessions that are over; the chain still verifies")
    prune.add_argument(
        "--before", type=moment, required=True, metavar="WHEN", help="untouched since: 90d, 12h, 2026-01-31"
    )
    prune.add_argument("--keep", type=count, default=0, metavar="N", help="all but their last N events (default: 0)")
    prune.set_defaults(do=_prune)
    named = f"the file, or postgresql://… (default: DUOTONE_LOG, else {DEFAULT_LOG})"
    for action in (verify, export, show, prune):
        action.add_argument("path", type=place, nargs="?", help=named)
        action.add_argument("--verbose", action="store_true", help="show a traceback if duotone itself fails")
    verify.add_argument("--quiet", "-q", action="store_true", help="print nothing if all is well")
    return parser


def _verify(args: argparse.Namespace) -> int:
    from duotone.runtime.log.export import verify_export
    from duotone.runtime.log.reading import is_database
    from duotone.runtime.log.verify import verify

    has_tables = not isinstance(args.path, Path) or is_database(args.path)
    progress = Progress("events" if has_tables else "bytes")
    try:
        found = verify(args.path, progress) if has_tables else verify_export(args.path, progress)
    finally:
        progress.close()
    emit("".join(f"{args.path}: damaged: {damage}\n" for damage in found))
    if not found and not args.quiet:
        emit(f"{args.path}: whole\n")
    return 1 if found else 0


def _prune(args: argparse.Namespace) -> int:
    from duotone.cli.stores.places import Place
    from duotone.runtime.log.postgres import PostgresStore
    from duotone.runtime.log.sqlite import SqliteStore

    found = Place(args.path).existing()
    store = SqliteStore(found) if isinstance(found, Path) else PostgresStore(found)
    try:
        done = store.prune(args.before, args.keep)
    finally:
        store.close()
    emit(f"{args.path}: removed {done.events} events of {done.sessions} sessions\n")
    return 0


def _export(args: argparse.Namespace) -> int:
    from duotone.runtime.log.export import export

    progress = Progress("events", is_wanted=args.output is not None or not sys.stdout.isatty())
    try:
        lines = export(args.path, args.session, progress)
        if args.output is None:
            while block := list(islice(lines, _BLOCK)):
                emit("".join(f"{line}\n" for line in block))
        else:
            _write(Path(args.output), lines)
    finally:
        progress.close()
    return 0


def _write(path: Path, lines: Iterable[str]) -> None:
    """Write lines beside the place of the file, and move them there once they are whole."""
    beside = path.with_name(f".{path.name}.part")
    try:
        with beside.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(f"{line}\n" for line in lines)
        beside.replace(path)
    except OSError as error:
        message = f"{str(path)!r} can't be written ({error.strerror}); name another file"
        raise WrongUse(message) from error
    finally:
        beside.unlink(missing_ok=True)


def _show(args: argparse.Namespace) -> int:
    if args.log is not None and args.server is not None:
        message = f"{args.log} and --server are two logs; name one, and what to show of it with --session or --run"
        raise WrongUse(message)
    server = server_named(args)
    for line in _lines_here(args) if server is None else _lines_there(server, args):
        emit(f"{line}\n")
    return 0


def _lines_there(server: str, args: argparse.Namespace) -> Iterator[str]:
    """Yield the events of a session, of a run, or of all that the token opens."""
    from duotone.cli.run_lines import event_line
    from duotone.cli.stores.client import Client, path

    where = path("events")
    if args.session is not None:
        where = path("sessions", args.session, "events")
    elif args.run is not None:
        where = path("runs", args.run, "events")
    for row in Client(server).every(where, args.limit or 0):
        yield event_line(row, names_run=True)


def _lines_here(args: argparse.Namespace) -> Iterator[str]:
    from duotone.cli.run_lines import event_line
    from duotone.cli.stores.steps import event_row
    from duotone.runtime.log.reading import looked_at

    with looked_at(args.path) as log:
        if args.session is None and args.run is None:
            yield from _overview(log, args.limit or None)
            return
        for event in _events(log, args):
            yield event_line(event_row(event), names_run=True)


def _events(log: LogView, args: argparse.Namespace) -> list[Event]:
    if args.session is None:
        if log.run(args.run) is None:
            raise NoSuchRun(args.run)
        return log.read_run(args.run, limit=args.limit or None)
    if log.session(args.session) is None:
        raise NoSuchSession(args.session)
    return log.read(args.session, limit=args.limit or None)


def _overview(log: LogView, limit: int | None) -> Iterator[str]:
    for head in log.sessions(limit=limit):
        yield f"session {head.session}  {head.seq} events, last {clock(head.at)}, {head.hash[:12]}"
    for row in log.runs(limit=limit):
        what = " ".join(filter(None, [row.kind, row.name])) or "-"
        yield f"run {row.run}  {what}: {row.status or 'unknown'}, session {row.session}"
