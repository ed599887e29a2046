"""`duotone lsp`: serves an editor over standard input and output."""

from __future__ import annotations

from duotone.cli.loading import load
from duotone.cli.terminal import Parser

__all__ = ["declared", "main"]


def main(arguments: list[str]) -> int:
    """Serve until the editor leaves."""
    declared().parse_args(arguments)
    code = load("duotone.lsp", "lsp", "duotone lsp").main()
    return code if isinstance(code, int) else 0


def declared() -> Parser:
    """Declare the options."""
    parser = Parser(prog="duotone lsp", description="Serve an editor over standard input and output.")
    parser.add_argument("--stdio", action="store_true", help="what it does anyway; editors like to say it")
    parser.add_argument("--verbose", action="store_true", help="show a traceback if duotone itself fails")
    return parser
