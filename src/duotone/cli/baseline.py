"""`duotone baseline`: accepts the findings of today, and from then on only removes what no longer occurs."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from duotone.analyzer import baseline
from duotone.analyzer.settings import BASELINE, Settings
from duotone.cli.options import add_options, finder
from duotone.cli.outputs import write_whole
from duotone.cli.running import Part, is_stdin, perform
from duotone.cli.terminal import Parser, note
from duotone.errors import WrongUse

__all__ = ["declared", "main"]


def main(arguments: list[str]) -> int:
    """Write the baseline of each project; 1 if there are new findings that it refuses to take in."""
    args = declared().parse_args(arguments)
    if args.no_baseline or is_stdin(args):
        message = "a baseline is written for files, to a file; leave out --no-baseline and standard input"
        raise WrongUse(message)
    cwd = Path.cwd()
    files: dict[Path, Path] = {}

    def naming(settings: Settings) -> Settings:
        """A file that is not there yet is about to be written, and hides nothing."""
        path = files[settings.root] = settings.baseline or settings.root / BASELINE
        return dataclasses.replace(settings, baseline=path if path.exists() else None)

    run = perform(args, finder(args, cwd, then=naming), cwd)
    if args.baseline and len(run.parts) > 1:
        message = f"the paths belong to {len(run.parts)} projects, and --baseline names one file; leave it out"
        raise WrongUse(message)
    updates = {files[part.group.settings.root]: _update(part, accepts_new=args.accept_new) for part in run.parts}
    write_whole({path: baseline.dump(update.entries) for path, update in updates.items()})
    for path, update in updates.items():
        _say(path, update, cwd, is_quiet=args.quiet)
    return 1 if any(update.refused for update in updates.values()) else 0


def declared() -> Parser:
    """Declare the options."""
    parser = Parser(
        prog="duotone baseline",
        description=(
            f"Accept the findings of today in {BASELINE}, so that only new ones are reported. A baseline that exists "
            "only shrinks: what no longer occurs is removed, and what is new is refused."
        ),
        epilog="exit codes: 0 it is written, 1 it is written and there are new findings, 2 wrong use or a failure",
    )
    add_options(parser)
    parser.add_argument("--accept-new", action="store_true", help="take new findings into a baseline that exists")
    return parser


def _update(part: Part, *, accepts_new: bool) -> baseline.Update:
    known = part.sifted.baselined
    if known is None:
        first = baseline.Baselined(list(part.sifted.shown), [], [])
        return baseline.update(first, [], is_first=True, accepts_new=True)
    return baseline.update(known, part.sifted.entries, is_first=False, accepts_new=accepts_new)


def _say(path: Path, update: baseline.Update, cwd: Path, *, is_quiet: bool) -> None:
    shown = path.relative_to(cwd) if path.is_relative_to(cwd) else path
    if not is_quiet:
        numbers = f"{len(update.entries)} accepted, {len(update.added)} of them new, {len(update.removed)} removed"
        note(f"{shown}: {numbers}")
    if update.refused:
        number = len(update.refused)
        what = "1 new finding was not accepted" if number == 1 else f"{number} new findings were not accepted"
        note(f"{shown}: {what}; see `duotone check`, or accept with --accept-new")
