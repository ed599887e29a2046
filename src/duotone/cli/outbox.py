"""`duotone outbox`: shows what is promised to be delivered, and gives up what nobody needs."""

from __future__ import annotations

import argparse

from duotone.cli.stores.opening import store_of
from duotone.cli.tables import clock, listed, shown
from duotone.cli.terminal import Parser, note
from duotone.cli.verbs import Verbs, run_verb

__all__ = ["declared", "main"]

_COLUMNS = {
    "promise": "promise",
    "status": "status",
    "kind": "kind",
    "about": "about",
    "channel": "channel",
    "session": "session",
    "tries": "tries",
    "until": "expires",
    "error": "error",
}
_INCIDENTS = {"when": "at", "promise": "promise", "kind": "kind", "reason": "reason"}
_FINAL = frozenset({"delivered", "expired", "withdrawn"})


def main(arguments: list[str]) -> int:
    """Do what the verb says."""
    return run_verb(declared(), arguments)


def declared() -> Parser:
    """Declare the verbs."""
    verbs = Verbs(
        "outbox", "Show what is promised to be delivered once a turn has ended, and give up what nobody needs."
    )
    every = verbs.add("list", _list, "list promises and what has become of them")
    every.add_argument("--open", action="store_true", help="those alone of which something can still become")
    incidents = verbs.add("incidents", _incidents, "list what could not be delivered, or not for a while")
    for verb in (every, incidents):
        verb.add_argument("--session", metavar="ID", help="of this session alone")
    withdraw = verbs.add("withdraw", _withdraw, "say that nobody needs it any more")
    withdraw.add_argument("promise", metavar="PROMISE")
    withdraw.add_argument("--reason", default="asked for on the command line", help="why, for the log")
    verbs.add("expire", _expire, "give up what is over its time")
    return verbs.parser


def _list(args: argparse.Namespace) -> int:
    store = store_of(args)
    rows = [row for row in store.outbox.list(args.session) if not args.open or row["status"] not in _FINAL]
    if not args.json:
        rows = [{**row, "until": clock(row["expires"])} for row in rows]
    return listed(rows, _COLUMNS, args, empty=f"{store.name} has no such promise")


def _incidents(args: argparse.Namespace) -> int:
    store = store_of(args)
    rows = [{**row, "when": clock(row["at"])} for row in store.outbox.incidents(args.session)]
    return listed(rows, _INCIDENTS, args, empty=f"{store.name} has no incident: all that was due was delivered")


def _withdraw(args: argparse.Namespace) -> int:
    row = store_of(args).outbox.withdraw(args.promise, args.reason)
    if row is None:
        note(f"{args.promise} is being delivered or has ended, so nothing was done")
        return 1
    shown(row, args)
    return 0


def _expire(args: argparse.Namespace) -> int:
    store = store_of(args)
    rows = store.outbox.expire()
    listed(rows, _COLUMNS, args, empty=f"{store.name} has no promise that is over its time, so nothing was done")
    return 0 if rows else 1
