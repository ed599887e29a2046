"""`duotone token`: makes, lists and revokes the tokens with which a server is asked."""

from __future__ import annotations

import argparse
import dataclasses
import time
from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from duotone.cli.tables import clock, emit_json, listed
from duotone.cli.terminal import Parser, emit, note
from duotone.cli.verbs import Verbs, add_log, log_named, run_verb

if TYPE_CHECKING:
    from duotone.cli.stores import Row
    from duotone.server.tokens import Token, Tokens

__all__ = ["declared", "main"]

_SCOPES = ("read", "run", "approve", "admin")
_COLUMNS = {
    "id": "id",
    "name": "name",
    "scope": "scopes",
    "tenant": "tenant",
    "made": "created",
    "until": "expires",
    "state": "state",
}
_DAY = 24 * 3600.0


def main(arguments: list[str]) -> int:
    """Do what the verb says."""
    return run_verb(declared(), arguments)


def declared() -> Parser:
    """Declare the verbs."""
    verbs = Verbs("token", "Make, list and revoke tokens; once there is one, every request needs one.")
    create = verbs.add("create", _create, "make a token, and show it this once", has_store=False)
    create.add_argument("name", nargs="?", default="token", metavar="NAME", help="what it is for (default: token)")
    create.add_argument(
        "--scope", action="append", choices=_SCOPES, help="what it allows, each on its own (default: read)"
    )
    create.add_argument("--tenant", default="local", metavar="NAME", help="whose sessions it sees (default: local)")
    create.add_argument("--days", type=float, metavar="N", help="after which it is worth nothing")
    every = verbs.add("list", _list, "list tokens, without their secrets", has_store=False)
    revoke = verbs.add("revoke", _revoke, "let a token open nothing any more", has_store=False)
    revoke.add_argument("token", metavar="TOKEN", help="its id or its name")
    for verb in (create, every, revoke):
        add_log(verb)
        verb.add_argument("--json", action="store_true", help="print JSON")
        verb.add_argument("--verbose", action="store_true", help="show a traceback if duotone itself fails")
    return verbs.parser


@contextmanager
def _tokens(args: argparse.Namespace) -> Generator[Tokens]:
    from duotone.server.tokens import Tokens

    tokens = Tokens.beside(log_named(args.log))
    try:
        yield tokens
    finally:
        tokens.close()


def _create(args: argparse.Namespace) -> int:
    seconds = None if args.days is None else args.days * _DAY
    scopes = args.scope or ["read"]
    with _tokens(args) as tokens:
        text, token = tokens.create(args.name, scopes=scopes, tenant=args.tenant, seconds=seconds)
    if args.json:
        emit_json({**_row(token), "token": text})
    else:
        emit(f"{text}\n")
        note(f"it is shown this once; `duotone token revoke {token.id}` ends it")
    return 0


def _list(args: argparse.Namespace) -> int:
    with _tokens(args) as tokens:
        rows = [_row(token) if args.json else _summed(token) for token in tokens.list()]
    empty = f"{log_named(args.log)} has no token, so its server listens to this machine alone"
    return listed(rows, _COLUMNS, args, empty=empty)


def _revoke(args: argparse.Namespace) -> int:
    with _tokens(args) as tokens:
        if not tokens.revoke(args.token):
            note(f"{log_named(args.log)} has no token {args.token!r} that opens anything, so nothing was done")
            return 1
        if args.json:
            emit_json([_row(token) for token in tokens.list() if args.token in {token.id, token.name}])
    note(f"{args.token} opens nothing any more, a second from now at the latest")
    return 0


def _row(token: Token) -> Row:
    row = dataclasses.asdict(token)
    del row["hash"]
    is_good = token.is_good(time.time())
    return {**row, "state": "good" if is_good else "revoked" if token.revoked is not None else "expired"}


def _summed(token: Token) -> Row:
    return {
        **_row(token),
        "scope": ", ".join(token.scopes),
        "made": clock(token.created),
        "until": clock(token.expires),
    }
