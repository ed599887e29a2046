"""`duotone engine`: says what this deployment can and can't do, before somebody finds out."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from duotone.cli.tables import emit_json
from duotone.cli.terminal import Parser, emit, note, wants_color
from duotone.cli.verbs import add_log, log_named

if TYPE_CHECKING:
    from duotone.runtime.engines.deployment import Fact

__all__ = ["declared", "main"]

_COLORS = {"ok": "32", "limited": "33", "refused": "33", "broken": "31"}
_GAP = "  "


def main(arguments: list[str]) -> int:
    """Look at engine and log; 1 if something is broken."""
    args = declared().parse_args(arguments)
    code: int = args.do(args)
    return code


def declared() -> Parser:
    """Declare the verbs."""
    codes = "exit codes: 0 nothing is broken, 1 something is, 2 wrong use or a failure"
    parser = Parser(prog="duotone engine", description="Say what a deployment can and can't do.", epilog=codes)
    verbs = parser.add_subparsers(required=True, metavar="VERB", parser_class=Parser)
    text = "look at the engine and at the log, and say what is refused and what to do instead"
    check = verbs.add_parser("check", help=text, description=text[0].upper() + text[1:] + ".", epilog=codes)
    check.set_defaults(do=_check)
    add_log(check)
    where = "embedded, temporal://host:port/namespace, dbos, or dbos+postgresql://… (default: DUOTONE_ENGINE)"
    check.add_argument("--engine", metavar="ADDRESS", help=where)
    check.add_argument("--json", action="store_true", help="print JSON")
    check.add_argument("--color", choices=["auto", "always", "never"], default="auto", help="colors (default: auto)")
    check.add_argument("--verbose", action="store_true", help="show a traceback if duotone itself fails")
    return parser


def _check(args: argparse.Namespace) -> int:
    from duotone.contract import run
    from duotone.runtime.engines.deployment import Ability, log_facts, reached

    place = log_named(args.log)
    parts = {"engine": run(reached, args.engine, place), "log": log_facts(place)}
    broken = sum(fact.ability is Ability.BROKEN for facts in parts.values() for fact in facts)
    if args.json:
        told = {name: [fact.to_json() for fact in facts] for name, facts in parts.items()}
        emit_json({"place": str(place), **told, "broken": broken})
    else:
        every = [fact for facts in parts.values() for fact in facts]
        rooms = max(len(fact.ability) for fact in every), max(len(fact.what) for fact in every)
        emit("".join(_line(fact, *rooms, args) for fact in every))
        note(f"{place}: {f'{broken} broken' if broken else 'nothing is broken'}")
    return 1 if broken else 0


def _line(fact: Fact, first: int, second: int, args: argparse.Namespace) -> str:
    state = f"{fact.ability:<{first}}"
    if wants_color(args.color):
        state = f"\x1b[{_COLORS[fact.ability]}m{state}\x1b[0m"
    instead = f"; {fact.instead}" if fact.instead else ""
    return f"{state}{_GAP}{fact.what:<{second}}{_GAP}{fact.found}{instead}\n"
