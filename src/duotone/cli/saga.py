"""`duotone saga`: runs functions as sagas, and shows what was done and undone."""

from __future__ import annotations

import argparse

from duotone.cli.inputs import pairs, value
from duotone.cli.naming import named
from duotone.cli.run import add_cancel
from duotone.cli.run_lines import show_run, show_runs
from duotone.cli.stores.opening import store_of
from duotone.cli.terminal import Parser
from duotone.cli.verbs import Verbs, add_log, count, log_named, run_verb

__all__ = ["declared", "main"]


def main(arguments: list[str]) -> int:
    """Do what the verb says."""
    return run_verb(declared(), arguments)


def declared() -> Parser:
    """Declare the verbs."""
    verbs = Verbs("saga", "Run functions as sagas, and show what was done and undone.")
    every = verbs.add("list", _list, "list sagas, the last ones last")
    every.add_argument("--limit", type=count, metavar="N", default=50, help="at most so many (default: 50; 0 for all)")
    verbs.add("show", _show, "show a saga, its steps, and which of them were undone").add_argument("run", metavar="RUN")
    add_cancel(verbs)
    start = verbs.add("start", _start, "call a function as a saga, in this process", has_store=False)
    start.add_argument("function", metavar="MODULE:FUNCTION", help="of either color; it is given the saga first")
    start.add_argument("argument", nargs="*", metavar="VALUE", help="an argument: JSON, or a text")
    start.add_argument("--input", action="append", default=[], metavar="NAME=VALUE", help="an argument by its name")
    start.add_argument("--id", metavar="RUN", help="what the run is called; one that is known goes on")
    start.add_argument("--json", action="store_true", help="print JSON")
    start.add_argument("--verbose", action="store_true", help="show a traceback if duotone itself fails")
    add_log(start)
    return verbs.parser


def _list(args: argparse.Namespace) -> int:
    store = store_of(args)
    rows = store.runs.list(kind="saga", status=None, session=None)
    return show_runs(rows, args, empty=f"{store.name} has no saga")


def _show(args: argparse.Namespace) -> int:
    show_run(store_of(args).runs.show(args.run), args)
    return 0


def _start(args: argparse.Namespace) -> int:
    from uuid import uuid4

    from duotone.cli.stores.local import LocalStore
    from duotone.runtime import Runtime

    path = log_named(args.log)
    function = named(args.function, "function")
    run = args.id or f"{args.function.rpartition(':')[2]}-{uuid4().hex[:8]}"
    with Runtime(path) as runtime:
        try:
            runtime.run(function, *map(value, args.argument), id=run, **pairs(args.input, "--input"))
        except Exception:
            if runtime.log.run(run) is None:  # it was refused; what its steps raise is in the log
                raise
    row = LocalStore(path).runs.show(run)
    show_run(row, args)
    return 0 if row["status"] == "completed" else 1
