"""`duotone rules`: lists all rules."""

from __future__ import annotations

import json

from duotone.cli.running import all_rules
from duotone.cli.terminal import Parser, emit

__all__ = ["declared", "main"]


def main(arguments: list[str]) -> int:
    """Print one line for each rule, or everything about them as JSON."""
    args = declared().parse_args(arguments)
    every = all_rules()
    if args.output_format == "json":
        keys = ("code", "name", "severity", "summary", "doc")
        emit(json.dumps([{key: str(getattr(rule, key)) for key in keys} for rule in every], indent=2) + "\n")
        return 0
    widest = max((len(rule.name) for rule in every), default=0)
    emit("".join(f"{rule.code}  {rule.name:<{widest}}  {rule.severity.value:<7}  {rule.summary}\n" for rule in every))
    return 0


def declared() -> Parser:
    """Declare the options."""
    parser = Parser(prog="duotone rules", description="List all rules.")
    parser.add_argument("--output-format", choices=["text", "json"], default="text", help="what to print")
    parser.add_argument("--verbose", action="store_true", help="show a traceback if duotone itself fails")
    return parser
