"""`duotone check`: finds places where sync and async don't match, and says so where it is asked to."""

from __future__ import annotations

import argparse
import collections
import json
from pathlib import Path
from typing import TYPE_CHECKING

from duotone.cli.options import add_fixes, add_options, finder
from duotone.cli.terminal import Parser, emit, note
from duotone.errors import WrongUse

if TYPE_CHECKING:
    from duotone.cli.outputs import Target
    from duotone.cli.running import Run

__all__ = ["declared", "main"]

_FORMATS = ("text", "concise", "json", "sarif", "github", "gitlab", "junit")


def main(arguments: list[str]) -> int:
    """Check, once or whenever something changes; 1 if there are findings."""
    args = declared().parse_args(arguments)
    _refuse_mixed(args)
    if args.diff:
        from duotone.cli.fixing import show_difference

        return show_difference(args, Path.cwd())
    if not args.watch:
        from duotone.analyzer.room import without_collector

        with without_collector(is_last=True):
            return _check(args)
    from duotone.cli.running import is_stdin
    from duotone.cli.watching import watch

    if is_stdin(args):
        message = "--watch looks for changes of files, and standard input has none; give paths"
        raise WrongUse(message)
    return watch(args, _check)


def declared() -> argparse.ArgumentParser:
    """Declare the options."""
    parser = Parser(
        prog="duotone check",
        description="Find places where sync and async don't match.",
        epilog="exit codes: 0 no findings, 1 findings, 2 wrong use or a failure",
    )
    add_options(parser)
    group = parser.add_argument_group("output")
    group.add_argument("--output-format", choices=_FORMATS, default="text", help="what to print (default: text)")
    group.add_argument(
        "--output", action="append", default=[], metavar="FORMAT=FILE", help="write to a file as well, repeatable"
    )
    group.add_argument("--statistics", action="store_true", help="print how many findings each rule has, not which")
    group.add_argument("--exit-zero", action="store_true", help="exit with 0 also if there are findings")
    group.add_argument("--watch", action="store_true", help="check again whenever a file changes, until Ctrl-C")
    fixes = parser.add_argument_group("fixes")
    fixes.add_argument("--fix", action="store_true", help="apply safe fixes first, as `duotone fix` does")
    add_fixes(fixes)
    return parser


def _refuse_mixed(args: argparse.Namespace) -> None:
    if args.unsafe_fixes and not (args.fix or args.diff):
        message = "--unsafe-fixes goes with --fix or --diff; add one of them"
        raise WrongUse(message)
    if args.watch and (args.fix or args.diff):
        message = "--watch only looks; leave out --fix and --diff, or --watch"
        raise WrongUse(message)
    if args.statistics and args.output_format not in {"text", "concise", "json"}:
        message = f"--statistics prints text or json, and no {args.output_format}; use --output for a file of findings"
        raise WrongUse(message)
    if args.fix and "-" in args.paths:
        message = "`duotone check` prints findings; to print the fixed text, use `duotone fix -`"
        raise WrongUse(message)


def _check(args: argparse.Namespace) -> int:
    from duotone.cli.outputs import read_targets, rendered, write_whole
    from duotone.cli.running import perform

    cwd = Path.cwd()
    targets: list[Target] = read_targets(args.output, _FORMATS, cwd)
    if args.fix:
        from duotone.cli.fixing import fix_files

        run = fix_files(args, cwd)
    else:
        run = perform(args, finder(args, cwd), cwd, asks_git=not args.statistics)
    write_whole({path: rendered(run, name, is_file=True, color="never") for name, path in targets})
    if args.statistics:
        emit(_statistics(run, is_json=args.output_format == "json"))
    else:
        emit(rendered(run, args.output_format, is_file=False, color=args.color))
    if not args.quiet:
        _say_what_is_hidden(run)
    return 1 if run.findings and not args.exit_zero else 0


def _statistics(run: Run, *, is_json: bool) -> str:
    counts = collections.Counter((finding.code, finding.name) for finding in run.findings)
    rows = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    if is_json:
        return (
            json.dumps([{"code": code, "name": name, "count": count} for (code, name), count in rows], indent=2) + "\n"
        )
    widest = max((len(str(count)) for _, count in rows), default=0)
    return "".join(f"{count:>{widest}}  {code}  {name}\n" for (code, name), count in rows)


def _say_what_is_hidden(run: Run) -> None:
    if run.doubtful:
        note(f"{_counted(run.doubtful, 'finding')} not sure; --min-confidence possible shows {_them(run.doubtful)}")
    if run.hidden:
        note(f"{_counted(run.hidden, 'finding')} hidden by the baseline; --no-baseline shows {_them(run.hidden)}")
    if run.gone:
        verb = "no longer occurs" if run.gone == 1 else "no longer occur"
        entries = "entry" if run.gone == 1 else "entries"
        note(f"{run.gone} {entries} of the baseline {verb}; `duotone baseline` removes {_them(run.gone)}")


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'} {'is' if number == 1 else 'are'}"


def _them(number: int) -> str:
    return "it" if number == 1 else "them"
