"""`duotone mutate`: plants faults, to measure tests and checkers with."""

from __future__ import annotations

from duotone.cli.loading import load
from duotone.cli.terminal import Parser

__all__ = ["main"]


def main(arguments: list[str]) -> int:
    """Hand over to the mutator, which has options of its own."""
    command = load("duotone.analyzer.mutate.command", "check", "duotone mutate")
    parser = Parser(prog="duotone mutate", description="Plant faults, to measure tests and checkers with.")
    command.add_arguments(parser)
    parser.add_argument("--verbose", action="store_true", help="show a traceback if duotone itself fails")
    code: int = command.run(parser.parse_args(arguments))
    return code
