"""`duotone recolor`: changes the color of functions and of everything that uses them."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from duotone.analyzer.files import discover
from duotone.analyzer.output.tally import counted
from duotone.analyzer.settings_files import Finder
from duotone.cli.recoloring import Tree
from duotone.cli.running import refuse_without_parser
from duotone.cli.terminal import Parser, emit, note, wants_color
from duotone.errors import WrongUse

if TYPE_CHECKING:
    from duotone.analyzer.recolor import Linked, Plan
    from duotone.analyzer.settings import Settings

__all__ = ["declared", "main"]


def main(arguments: list[str]) -> int:
    """Plan, show, write or take back; 0 when it can be done or was, 1 when something stands in its way."""
    args = declared().parse_intermixed_args(arguments)
    args.functions = [word for word in args.words if ":" in word and not Path(word).exists()]
    args.paths = [word for word in args.words if word not in args.functions]
    cwd = Path.cwd()
    if args.undo:
        return _undo(cwd)
    if not args.functions or not args.to:
        message = "name the functions and their color; write `duotone recolor package.module:Class.method --to sync`"
        raise WrongUse(message)
    refuse_without_parser()
    return _Recoloring(args, cwd).run()


def declared() -> Parser:
    """Declare the options."""
    parser = Parser(
        prog="duotone recolor", description="Change the color of functions and of everything that uses them."
    )
    parser.add_argument("words", nargs="*", metavar="MODULE:NAME|PATH", help="functions, classes, and where to look")
    parser.add_argument("--to", choices=["sync", "async"], help="the color that they get")
    action = parser.add_mutually_exclusive_group()
    action.add_argument("--plan", action="store_true", help="show what would change, and write nothing (the default)")
    action.add_argument("--diff", action="store_true", help="show the difference, and write nothing")
    action.add_argument("--write", action="store_true", help="write it, once a second check has proved it")
    action.add_argument("--undo", action="store_true", help="take the last change of this tree back")
    parser.add_argument("--cascade", action="store_true", help="turn functions too that then await nothing any more")
    parser.add_argument(
        "--unproved", action="store_true", help="write it although code awaits the name where nothing proves what it is"
    )
    parser.add_argument("--seam", action="append", metavar="MODULE:NAME", help="a function that stays sync")
    parser.add_argument("--all", action="store_true", help="cut no list short")
    parser.add_argument("--python", metavar="PATH", help="interpreter or virtual environment of the target")
    parser.add_argument("--config", type=Path, metavar="FILE", help="read the settings from this file")
    parser.add_argument("--isolated", action="store_true", help="read no settings from files")
    parser.add_argument("--color", choices=["auto", "always", "never"], default="auto", help="colors (default: auto)")
    parser.add_argument("--quiet", "-q", action="store_true", help="no notes or progress beside the plan")
    parser.add_argument("--verbose", action="store_true", help="show a traceback if duotone itself fails")
    return parser


class _Recoloring:
    """One run of the command."""

    def __init__(self, args: argparse.Namespace, cwd: Path) -> None:
        self.args = args
        finder = Finder(cwd, config=args.config, is_isolated=args.isolated, change=self._changed)
        settings = finder.for_directory(cwd)
        paths = [Path(path) for path in args.paths or ["."]]
        files = [path for group in discover(paths, lambda _: settings).groups for path in group.files]
        if not files:
            message = f"no Python files in {', '.join(map(str, paths))}; name other paths"
            raise WrongUse(message)
        self.tree = Tree(files, paths, settings, is_quiet=args.quiet)
        self.title = f"recolor {' '.join(args.functions)} --to {args.to}"

    def _changed(self, settings: Settings) -> Settings:
        if self.args.python is None:
            return settings
        from duotone.analyzer.settings import settings_from

        return settings_from({"python": self.args.python}, settings, where="--python", base=Path.cwd())

    def run(self) -> int:
        plan = self.tree.ask(self._plan)
        package = self.tree.package
        refused = bool(plan.of(package.Verdict.REFUSED))
        if self.args.diff and not refused:
            return 1 if self.tree.show(plan, self.title) else 0
        emit(package.rendered(plan, is_colored=wants_color(self.args.color), is_whole=self.args.all))
        if refused:
            note("nothing was written: see what can't be turned")
            return 1
        doubts = package.doubts(plan) if self.args.write and not self.args.unproved else ""
        if doubts:
            note(f"nothing was written: {doubts}; --unproved writes all the rest")
            return 1
        is_done = not self.args.write or self.tree.write(plan, self.title)
        return 0 if is_done else 1

    def _plan(self, linked: Linked) -> Plan:
        args, package = self.args, self.tree.package
        direction = package.Direction(args.to)
        functions = package.functions_named(linked, args.functions, direction)
        seams = package.functions_named(linked, args.seam or [], direction)
        plan: Plan = package.planned(linked, functions, direction, cascade=args.cascade, seams=seams)
        return plan


def _undo(cwd: Path) -> int:
    from duotone.analyzer.edits.undo import undo

    settings = Finder(cwd).for_directory(cwd)
    done = undo(settings.root)
    for line in done.said:
        note(line)
    note(f"took back: {done.title} ({counted(len(done.change.files), 'file')})")
    return 0
