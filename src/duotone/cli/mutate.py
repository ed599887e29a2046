"""`duotone mutate`: plants faults, to measure tests and checkers with."""

from __future__ import annotations

from typing import Any

from duotone.cli.loading import load
from duotone.cli.terminal import Parser

__all__ = ["declared", "main"]


def main(arguments: list[str]) -> int:
    """Hand over to the mutator, which has options of its own."""
    code: int = _command().run(declared().parse_args(arguments))
    return code


def declared() -> Parser:
    """Declare the options."""
    parser = Parser(prog="duotone mutate", description="Plant faults, to measure tests and checkers with.")
    _command().add_arguments(parser)
    parser.add_argument("--verbose", action="store_true", help="show a traceback if duotone itself fails")
    return parser


def _command() -> Any:
    return load("duotone.analyzer.mutate.command", "check", "duotone mutate")
