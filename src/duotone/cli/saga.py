"""`duotone saga`: runs functions as sagas, and shows what was done and undone."""

from __future__ import annotations

import argparse

from duotone.cli.inputs import pairs, value
from duotone.cli.naming import named
from duotone.cli.run import add_cancel
from duotone.cli.run_lines import show_run, show_runs
from duotone.cli.stores import Row
from duotone.cli.stores.opening import store_of
from duotone.cli.terminal import Parser
from duotone.cli.verbs import Verbs, count, log_named, run_verb, server_named
from duotone.errors import WrongUse

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
    start = verbs.add("start", _start, "call a function as a saga: one of yours here, or one of a server there")
    start.add_argument("function", metavar="FUNCTION", help="MODULE:FUNCTION, or what the server calls it")
    start.add_argument("argument", nargs="*", metavar="VALUE", help="an argument: JSON, or a text; not for a server")
    start.add_argument("--input", action="append", default=[], metavar="NAME=VALUE", help="an argument by its name")
    start.add_argument(
        "--id", metavar="RUN", help="what the run is called; one that is known goes on; not for a server"
    )
    return verbs.parser


def _list(args: argparse.Namespace) -> int:
    store = store_of(args)
    rows = store.runs.list(kind="saga", status=None, session=None, limit=args.limit)
    return show_runs(rows, args, empty=f"{store.name} has no saga")


def _show(args: argparse.Namespace) -> int:
    show_run(store_of(args).runs.show(args.run), args)
    return 0


def _start(args: argparse.Namespace) -> int:
    server = server_named(args)
    row = _started_here(args) if server is None else _started_there(args, server)
    show_run(row, args)
    return 0 if row["status"] == "completed" else 1


def _started_here(args: argparse.Namespace) -> Row:
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
    return LocalStore(path).runs.show(run)


def _started_there(args: argparse.Namespace, server: str) -> Row:
    from duotone.cli.stores.remote import RemoteStore

    if args.argument or args.id:
        message = "a server takes arguments by their names, and names the run itself; write --input NAME=VALUE"
        raise WrongUse(message)
    return RemoteStore(server).runs.start_saga(args.function, pairs(args.input, "--input"))
