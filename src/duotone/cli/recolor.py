"""`duotone recolor`: changes the color of functions and of everything that uses them."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from duotone.analyzer.files import discover
from duotone.analyzer.settings_files import Finder
from duotone.cli.loading import load
from duotone.cli.outputs import emit
from duotone.cli.running import refuse_without_parser
from duotone.cli.terminal import Parser, Progress, note, wants_color
from duotone.errors import WrongUse

if TYPE_CHECKING:
    from duotone.analyzer.edits.change import Change
    from duotone.analyzer.recolor import Plan
    from duotone.analyzer.settings import Settings

__all__ = ["main"]

_MARKDOWN = (".md", ".markdown")


def main(arguments: list[str]) -> int:
    """Plan, show, write or take back; 0 when it can be done or was, 1 when something stands in its way."""
    args = _parser().parse_intermixed_args(arguments)
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


def _parser() -> Parser:
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
        self.package = load("duotone.analyzer.recolor", "check", "duotone recolor")
        finder = Finder(cwd, config=args.config, is_isolated=args.isolated, change=self._changed)
        self.settings: Settings = finder.for_directory(cwd)
        paths = [Path(path) for path in args.paths or ["."]]
        found = discover(paths, lambda _: self.settings)
        self.files = [path for group in found.groups for path in group.files]
        if not self.files:
            message = f"no Python files in {', '.join(map(str, paths))}; name other paths"
            raise WrongUse(message)
        documents = discover(paths, lambda _: self.settings, endings=_MARKDOWN)
        self.documents = [path for group in documents.groups for path in group.files]

    def _changed(self, settings: Settings) -> Settings:
        if self.args.python is None:
            return settings
        from duotone.analyzer.settings import settings_from

        return settings_from({"python": self.args.python}, settings, where="--python", base=Path.cwd())

    def run(self) -> int:
        plan = self._plan()
        color = wants_color(self.args.color)
        refused = bool(plan.of(self.package.Verdict.REFUSED))
        if self.args.diff and not refused:
            return self._show(plan)
        emit(self.package.rendered(plan, is_colored=color, is_whole=self.args.all))
        if refused:
            note("nothing was written: see what can't be turned")
            return 1
        return self._write(plan) if self.args.write else 0

    def _plan(self) -> Plan:
        args, package = self.args, self.package
        progress = Progress(is_wanted=not args.quiet)
        direction = package.Direction(args.to)
        engine = load("duotone.analyzer.engine", "check", "duotone recolor")
        try:
            with engine.linked(self.files, self.settings, progress=progress) as shared:
                linked = package.Linked(shared, self.files, self.documents, self.settings)
                functions = package.functions_named(linked, args.functions, direction)
                seams = package.functions_named(linked, args.seam or [], direction)
                plan: Plan = package.planned(linked, functions, direction, cascade=args.cascade, seams=seams)
        finally:
            progress.close()
        return plan

    def _change(self, plan: Plan) -> Change:
        from duotone.analyzer.edits.change import change_of

        title = f"recolor {' '.join(self.args.functions)} --to {self.args.to}"
        return change_of(self.settings.root, title, plan.edits)

    def _show(self, plan: Plan) -> int:
        from duotone.analyzer.edits.change import difference

        change = self._change(plan)
        text = difference(change, lambda path: path.relative_to(self.settings.root).as_posix())
        emit(text.decode("utf-8", "surrogateescape"))
        return 1 if change.files else 0

    def _write(self, plan: Plan) -> int:
        """Prove the change before a byte of it is written."""
        from duotone.analyzer.edits import writing
        from duotone.analyzer.texts import decoded

        change = self._change(plan)
        code = {*self.files}
        after = {one.path: decoded(one.after) for one in change.files if one.path in code and one.after is not None}
        progress = Progress(is_wanted=not self.args.quiet)
        try:
            found: tuple[Any, ...] = self.package.worse(plan, self.files, self.settings, after, progress=progress)
        finally:
            progress.close()
        for finding in found:
            place = finding.place
            emit(f"{place.path}:{place.line}:{place.column}: {finding.code} {finding.message}\n")
        if found:
            note(f"nothing was written: {len(found)} findings above would be new")
            return 1
        for line in writing.write(change):
            note(line)
        if not self.args.quiet:
            note(f"wrote {len(change.files)} files; checked again, no new finding; --undo takes it back")
        return 0


def _undo(cwd: Path) -> int:
    from duotone.analyzer.edits.undo import undo

    settings = Finder(cwd).for_directory(cwd)
    done = undo(settings.root)
    for line in done.said:
        note(line)
    note(f"took back: {done.title} ({len(done.change.files)} files)")
    return 0
