"""`duotone migrate`: brings a log to another place, from a file to PostgreSQL or back, whole or not at all."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from duotone.cli.tables import emit_json
from duotone.cli.terminal import Parser, Progress, emit, note
from duotone.cli.verbs import place
from duotone.errors import LogCorrupt, NoSuchPath, WrongUse

if TYPE_CHECKING:
    from duotone.runtime.log.addresses import Address

__all__ = ["declared", "main"]

_STEPS = {"verify": "events verified", "copy": "events copied", "verify the copy": "events verified in their new place"}


def main(arguments: list[str]) -> int:
    """Bring a log elsewhere; 1 if it is damaged, 2 for anything else that is in the way."""
    args = declared().parse_args(arguments)
    _refuse_wrong(args.source, args.target)
    from dataclasses import asdict

    from duotone.runtime.log.migration import Migration

    shown = _Steps(is_wanted=not args.quiet)
    migration = Migration(args.source, args.target, shown)
    try:
        moved = migration.carry_out()
    except LogCorrupt:
        if not migration.damages:
            raise
        shown.close()
        emit("".join(f"{args.source}: damaged: {damage}\n" for damage in migration.damages))
        note(f"nothing was brought to {args.target}; go on from a copy of {args.source} that verifies")
        return 1
    finally:
        shown.close()
    if args.json:
        emit_json({"from": str(args.source), "to": str(args.target), **asdict(moved)})
    elif not args.quiet:
        counts = f"{moved.events} events of {moved.sessions} sessions, {moved.runs} runs, {moved.promises} promises"
        emit(f"{args.target}: whole, {counts}\n")
        note(f"{args.source} is as it was; name the new place with --log or DUOTONE_LOG, and put the old one away")
    return 0


def declared() -> Parser:
    """Declare the options."""
    parser = Parser(
        prog="duotone migrate",
        description="Bring a log to another place, whole or not at all; ids, times and hashes stay as they are.",
        epilog="exit codes: 0 it is there and verified, 1 the log is damaged, 2 wrong use or a failure",
    )
    parser.add_argument("source", type=place, metavar="FROM", help="the file of a log, or postgresql://…")
    parser.add_argument("target", type=place, metavar="TO", help="where nothing is yet: postgresql://…, or a file")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--quiet", "-q", action="store_true", help="print nothing if all is well")
    parser.add_argument("--verbose", action="store_true", help="show a traceback if duotone itself fails")
    return parser


def _refuse_wrong(source: Path | Address, target: Path | Address) -> None:
    if source == target:
        message = f"{source} is to be brought to where it is; name another place"
        raise WrongUse(message)
    if isinstance(source, Path) and not source.is_file():
        message = f"there is no log {str(source)!r}; name the file of one, or the address of a PostgreSQL"
        raise NoSuchPath(message)


class _Steps:
    """A bar for each step, while somebody looks."""

    def __init__(self, *, is_wanted: bool) -> None:
        self._is_wanted = is_wanted
        self._step = ""
        self._bar: Progress | None = None

    def __call__(self, step: str, done: int, total: int) -> None:
        """Show how far a step is."""
        if self._bar is None or step != self._step:
            self.close()
            self._step, self._bar = step, Progress(_STEPS[step], is_wanted=self._is_wanted)
        self._bar(done, total)

    def close(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.close()
            self._bar = None
