"""`duotone run`: shows runs and what became of their steps, goes on with them, and ends them."""

from __future__ import annotations

import argparse
import json

from duotone.cli.inputs import pairs, value
from duotone.cli.run_lines import event_line, show_run, show_runs
from duotone.cli.stores import Row
from duotone.cli.stores.opening import store_of
from duotone.cli.tables import emit_json
from duotone.cli.terminal import Parser, emit, note
from duotone.cli.verbs import Verbs, count, run_verb, said_by

__all__ = ["add_cancel", "declared", "main"]

_STATUSES = (
    "running",
    "waiting",
    "undoing",
    "completed",
    "compensated",
    "failed",
    "escalated",
    "cancelled",
    "timed_out",
)
_WENT_WELL = frozenset({"completed"})
_ENDED = frozenset({"compensated", "cancelled", "escalated", "failed", "timed_out"})


def main(arguments: list[str]) -> int:
    """Do what the verb says."""
    return run_verb(declared(), arguments)


def declared() -> Parser:
    """Declare the verbs."""
    verbs = Verbs("run", "Show runs and their steps, go on with them, end them.")
    every = verbs.add("list", _list, "list runs, the last ones last")
    every.add_argument("--kind", choices=["saga", "workflow", "turn"], help="of this kind alone")
    every.add_argument("--status", choices=_STATUSES, help="in this state alone")
    every.add_argument("--session", metavar="ID", help="of this session alone")
    every.add_argument("--limit", type=count, metavar="N", default=50, help="at most so many (default: 50; 0 for all)")
    for name, action, text in (
        ("show", _show, "show a run and its steps"),
        ("replay", _replay, "fold the events of a run again, and say what doesn't follow"),
        ("resume", _resume, "go on with a run that failed, was cancelled, waits, or whose process has ended"),
    ):
        verbs.add(name, action, text).add_argument("run", metavar="RUN", help="the id of the run")
    add_cancel(verbs)
    events = verbs.add("events", _events, "show the events of a run")
    events.add_argument("run", metavar="RUN")
    events.add_argument("--follow", "-f", action="store_true", help="go on until the run has ended")
    branch = verbs.add("branch", _branch, "begin a run that has what an older one had before a step")
    branch.add_argument("run", metavar="RUN")
    branch.add_argument("step", metavar="STEP")
    branch.add_argument("--input", action="append", default=[], metavar="NAME=VALUE", help="another input than before")
    decide = verbs.add("decide", _decide, "say what became of a step whose outcome nobody knows")
    decide.add_argument("run", metavar="RUN")
    decide.add_argument("step", metavar="STEP")
    decide.add_argument("decision", choices=["committed", "failed", "retry"])
    decide.add_argument("--result", metavar="JSON", help="what the step gave, if it was committed")
    said_by(decide)
    verbs.add("recover", _recover, "go on with all runs whose process has ended")
    return verbs.parser


def add_cancel(verbs: Verbs) -> None:
    """Declare the verb that ends a run."""
    cancel = verbs.add("cancel", _cancel, "end a run, and undo what it did")
    cancel.add_argument("run", metavar="RUN", help="the id of the run")
    cancel.add_argument("--reason", default="asked for on the command line", help="why, for the log")
    said_by(cancel)


def _list(args: argparse.Namespace) -> int:
    store = store_of(args)
    rows = store.runs.list(kind=args.kind, status=args.status, session=args.session, limit=args.limit)
    return show_runs(rows, args, empty=f"{store.name} has no such run")


def _show(args: argparse.Namespace) -> int:
    show_run(store_of(args).runs.show(args.run), args)
    return 0


def _events(args: argparse.Namespace) -> int:
    for row in store_of(args).runs.events(args.run, follow=args.follow):
        emit(f"{json.dumps(row, ensure_ascii=False) if args.json else event_line(row)}\n")
    return 0


def _cancel(args: argparse.Namespace) -> int:
    row = store_of(args).runs.cancel(args.run, args.reason, args.by)
    show_run(row, args)
    if row["status"] not in _ENDED:
        note(
            f"whoever drives {args.run} was asked to end it; `duotone run events {args.run} --follow` shows how it goes"
        )
    return 0


def _resume(args: argparse.Namespace) -> int:
    return _went(store_of(args).runs.resume(args.run), args)


def _branch(args: argparse.Namespace) -> int:
    return _went(store_of(args).runs.branch(args.run, args.step, pairs(args.input, "--input")), args)


def _went(row: Row, args: argparse.Namespace) -> int:
    show_run(row, args)
    return 0 if row["status"] in _WENT_WELL else 1


def _replay(args: argparse.Namespace) -> int:
    row = store_of(args).runs.replay(args.run)
    if args.json:
        emit_json(row)
    else:
        emit("".join(f"{problem}\n" for problem in row["problems"]))
        note(f"{row['events']} events, {row['status']}: " + ("they don't follow" if row["problems"] else "all follow"))
    return 1 if row["problems"] else 0


def _decide(args: argparse.Namespace) -> int:
    result = None if args.result is None else value(args.result)
    show_run(store_of(args).runs.decide(args.run, args.step, args.decision, result, args.by), args)
    note(f"go on with `duotone run resume {args.run}`")
    return 0


def _recover(args: argparse.Namespace) -> int:
    store = store_of(args)
    rows = store.runs.recover()
    show_runs(rows, args, empty=f"{store.name} has no run whose process has ended")
    return 0 if rows and all(row["status"] in _WENT_WELL | {"compensated"} for row in rows) else 1
