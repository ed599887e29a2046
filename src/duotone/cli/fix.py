"""`duotone fix`: applies the fixes of what is found, shows them, or takes the last ones back."""

from __future__ import annotations

import argparse
from pathlib import Path

from duotone.cli.options import add_fixes, add_options, finder, root_of
from duotone.cli.terminal import Parser, note
from duotone.errors import WrongUse

__all__ = ["declared", "main"]


def main(arguments: list[str]) -> int:
    """Fix, show or undo; 1 if findings are left, or if something would change."""
    args = declared().parse_args(arguments)
    from duotone.cli.running import is_stdin

    if args.undo:
        return _undo(args)
    if args.carry:
        from duotone.cli.carrying import carry

        return carry(args, Path.cwd())
    from duotone.cli.fixing import fix_files, fix_text, show_difference

    if args.diff:
        return show_difference(args, Path.cwd())
    run = fix_text(args, Path.cwd()) if is_stdin(args) else fix_files(args, Path.cwd())
    return 1 if run.findings else 0


def declared() -> argparse.ArgumentParser:
    """Declare the options."""
    parser = Parser(
        prog="duotone fix",
        description="Apply the safe fixes of what `duotone check` finds, all files at once or none.",
        epilog="exit codes: 0 nothing is left, 1 findings are left or, with --diff, something would change, "
        "2 wrong use or a failure",
    )
    add_options(parser)
    group = parser.add_argument_group("fixes")
    add_fixes(group)
    group.add_argument(
        "--carry",
        action="store_true",
        help="plan to make sync functions async that lose a coroutine, and all that call them; "
        "written with --unsafe-fixes only",
    )
    group.add_argument("--undo", action="store_true", help="restore every file of the last change of this project")
    return parser


def _undo(args: argparse.Namespace) -> int:
    from duotone.analyzer.edits.undo import undo

    if args.carry or args.diff or args.unsafe_fixes or args.stdin_filename or "-" in args.paths:
        message = "--undo restores files from the record of the last change; leave out what is about fixing"
        raise WrongUse(message)
    cwd = Path.cwd()
    undone = undo(root_of(args, finder(args, cwd), cwd))
    for line in undone.said:
        note(line)
    if not args.quiet:
        number = len(undone.change.files)
        note(f"Undid `{undone.title}`: {number} file{'' if number == 1 else 's'} restored")
    return 0
