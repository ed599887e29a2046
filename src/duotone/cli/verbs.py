"""Commands with verbs: one parser for each, and the store that most of them work on."""

from __future__ import annotations

import argparse
import datetime as dt
import getpass
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from duotone.cli.terminal import Parser
from duotone.errors import WrongUse

if TYPE_CHECKING:
    from duotone.runtime.log.addresses import Address

__all__ = [
    "DEFAULT_LOG",
    "Action",
    "Verbs",
    "add_log",
    "add_place",
    "add_store",
    "count",
    "log_named",
    "moment",
    "place",
    "run_verb",
    "said_by",
    "server_named",
]

Action: TypeAlias = "Callable[[argparse.Namespace], int]"

DEFAULT_LOG = "duotone.db"
_SECONDS = {"s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800}
_EXIT_CODES = "exit codes: 0 done, 1 nothing was done or it did not end well, 2 wrong use or a failure"


class Verbs:
    """The verbs of a command."""

    def __init__(self, command: str, description: str) -> None:
        self.parser = Parser(prog=f"duotone {command}", description=description, epilog=_EXIT_CODES)
        self._verbs = self.parser.add_subparsers(required=True, metavar="VERB", parser_class=Parser)

    def add(self, name: str, action: Action, text: str, *, has_store: bool = True) -> argparse.ArgumentParser:
        """Declare a verb, and what it does; those with a store take the options that name it."""
        parser: argparse.ArgumentParser = self._verbs.add_parser(
            name, help=text, description=text[0].upper() + text[1:] + ".", epilog=_EXIT_CODES
        )
        parser.set_defaults(do=action)
        if has_store:
            add_store(parser)
        return parser


def run_verb(parser: argparse.ArgumentParser, arguments: list[str]) -> int:
    """Do what the verb says."""
    args = parser.parse_args(arguments)
    code: int = args.do(args)
    return code


def add_store(parser: argparse.ArgumentParser) -> None:
    """Declare the options that say where to work and how to answer."""
    add_place(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--verbose", action="store_true", help="show a traceback if duotone itself fails")


def add_place(parser: argparse.ArgumentParser) -> None:
    """Declare the options that name a log on this machine or a server."""
    where = parser.add_mutually_exclusive_group()
    add_log(where)
    where.add_argument(
        "--server", metavar="URL", help="a server, asked with the token in DUOTONE_TOKEN (default: DUOTONE_SERVER)"
    )


def add_log(parser: Any) -> None:
    """Declare the option that names a log on this machine."""
    parser.add_argument(
        "--log",
        type=place,
        metavar="FILE",
        help=f"the file of a log, or postgresql://… (default: DUOTONE_LOG, else {DEFAULT_LOG})",
    )


def place(text: str) -> Path | Address:
    """Read the place of a log: a file, or the address of a PostgreSQL."""
    try:
        return _place_in(text)
    except WrongUse as error:  # argparse would repeat the address, with its password
        raise argparse.ArgumentTypeError(str(error)) from None


def log_named(given: Path | Address | None) -> Path | Address:
    """Return the log that was named, or the one that is meant where none was."""
    if given is not None:
        return given
    return _place_in(os.environ.get("DUOTONE_LOG") or DEFAULT_LOG)


def _place_in(text: str) -> Path | Address:
    if "://" not in text:
        return Path(text)
    from duotone.runtime.log.addresses import Address

    return Address(text)


def server_named(args: argparse.Namespace) -> str | None:
    """Return the server that was named; a log that was named as an option comes before one of the environment."""
    given: str | None = args.server
    return given if given or args.log else os.environ.get("DUOTONE_SERVER") or None


def said_by(parser: argparse.ArgumentParser) -> None:
    """Declare the option that says who does it, which the log keeps."""
    parser.add_argument(
        "--by", metavar="NAME", default=_user(), help="who does it, for the log (default: you; on a server, its token)"
    )


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a user whom the system doesn't know
        return "somebody"


def count(text: str) -> int:
    """Read a count."""
    if text.isdecimal():
        return int(text)
    message = f"{text!r} is no count"
    raise argparse.ArgumentTypeError(message)


def moment(text: str) -> float:
    """Read a moment that has passed: an age such as 90d or 12h, or a date."""
    if text[:-1].isdecimal() and text[-1:] in _SECONDS:
        return time.time() - int(text[:-1]) * _SECONDS[text[-1]]
    try:
        found = dt.datetime.fromisoformat(text)
    except ValueError:
        message = f"{text!r} is no moment; write an age such as 90d or 12h, or a date such as 2026-01-31"
        raise argparse.ArgumentTypeError(message) from None
    return (found if found.tzinfo is not None else found.replace(tzinfo=dt.UTC)).timestamp()
